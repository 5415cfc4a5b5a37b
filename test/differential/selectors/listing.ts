import https from "node:https";
import type { Readable } from "node:stream";
import { load } from "js-yaml";

/** The response of a server to a list: the names of the selected objects, or the reason why it refused the selector. */
export type Listing = { readonly names: readonly string[] } | { readonly refusal: string };

interface Kubeconfig {
  readonly clusters: readonly { cluster: { server: string; "certificate-authority-data": string } }[];
  readonly users: readonly {
    user: { token?: string; "client-certificate-data"?: string; "client-key-data"?: string };
  }[];
}

interface Body {
  readonly message?: string;
  readonly items?: readonly { readonly metadata: { readonly name: string } }[];
}

/** Lists ConfigMaps by selectors, many in a short time, and creates the listed objects. */
export class ConfigMaps {
  readonly #url: string;
  readonly #options: https.RequestOptions;
  readonly #agent = new https.Agent({ keepAlive: true, maxSockets: 8 });

  constructor(kubeconfig: string, namespace: string) {
    const { clusters, users } = load(kubeconfig) as Kubeconfig;
    const [cluster, user] = [clusters[0]?.cluster, users[0]?.user];
    const decoded = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, "base64"));
    this.#url = `${cluster?.server ?? ""}/api/v1/namespaces/${namespace}/configmaps`;
    this.#options = {
      agent: this.#agent,
      ca: decoded(cluster?.["certificate-authority-data"]),
      cert: decoded(user?.["client-certificate-data"]),
      key: decoded(user?.["client-key-data"]),
      headers: user?.token === undefined ? {} : { authorization: `Bearer ${user.token}` },
    };
  }

  async create(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    const [status, body] = await this.#send("POST", "", { metadata: { name, labels } });
    if (status !== 201) throw new Error(`ConfigMap ${name} was not created: ${body.message ?? status}`);
  }

  /** @param kind - of the selector. */
  async list(kind: "labelSelector" | "fieldSelector", selector: string): Promise<Listing> {
    const [status, body] = await this.#send("GET", `?${kind}=${encodeURIComponent(selector)}`);
    if (status === 200) return { names: (body.items ?? []).map(({ metadata }) => metadata.name) };
    if (status === 400) return { refusal: body.message ?? "" };
    throw new Error(`${kind} ${JSON.stringify(selector)} was answered with ${status}: ${body.message ?? ""}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, query: string, content?: object): Promise<[number, Body]> {
    return new Promise((resolve, reject) => {
      const request = https.request(this.#url + query, { ...this.#options, method }, (response) => {
        textOf(response).then((text) => {
          resolve([response.statusCode ?? 0, JSON.parse(text) as Body]);
        }, reject);
      });
      request.on("error", reject);
      if (content !== undefined) request.setHeader("content-type", "application/json");
      request.end(content === undefined ? undefined : JSON.stringify(content));
    });
  }
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
