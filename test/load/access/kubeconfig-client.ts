import https from "node:https";
import { load } from "js-yaml";

interface Kubeconfig {
  readonly clusters: readonly [{ cluster: { server: string; "certificate-authority-data": string } }];
  readonly users: readonly [{ user: { "client-certificate-data": string; "client-key-data": string } }];
}

/** The address of a server, and the credentials for it. */
export interface Connection {
  readonly server: string;
  readonly options: {
    readonly ca: Buffer;
    readonly cert?: Buffer;
    readonly key?: Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** Connects to the server of a kubeconfig, as its administrator or, with a token, as the token's user. */
export function connectionTo(kubeconfig: string, token?: string): Connection {
  const { clusters, users } = load(kubeconfig) as Kubeconfig;
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const decoded = (text: string): Buffer => Buffer.from(text, "base64");
  const credentials =
    token === undefined
      ? { cert: decoded(user["client-certificate-data"]), key: decoded(user["client-key-data"]) }
      : { headers: { authorization: `Bearer ${token}` } };
  return { server: cluster.server, options: { ca: decoded(cluster["certificate-authority-data"]), ...credentials } };
}

/** Sends requests over such a connection. */
export function kubeconfigClient(
  kubeconfig: string,
  agent: https.Agent,
  token?: string,
): (method: string, path: string, body: object) => Promise<unknown> {
  const { server, options } = connectionTo(kubeconfig, token);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const payload = JSON.stringify(body);
      const headers = {
        ...options.headers,
        "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
        "content-length": Buffer.byteLength(payload),
      };
      const request = https.request(server + path, { ...options, agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 0) < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${text}`));
        });
      });
      request.on("error", reject);
      request.end(payload);
    });
}
