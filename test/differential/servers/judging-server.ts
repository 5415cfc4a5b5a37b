import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { listAt, parseYaml, textAt } from "@capstan/kube";

/** The response of a server: the status, and each problem as a line, or the stored object. */
export interface Verdict {
  readonly status: number;
  readonly reason?: string | undefined;
  readonly problems: readonly string[];
  /** The object without metadata. */
  readonly stored?: unknown;
}

/** An object to write. */
export interface Named {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

const pollMs = 20;
/** An error of kube-apiserver on an overloaded machine; it says nothing about the object. */
const timedOut = 504;
const mostAttempts = 5;

interface Body {
  readonly reason?: string;
  readonly message?: string;
  readonly metadata?: { readonly resourceVersion?: string };
  readonly details?: { readonly causes?: readonly { field?: string; reason?: string; message?: string }[] };
}

/** A server that judges definitions and objects. */
export class JudgingServer implements Disposable {
  readonly #url: string;
  readonly #options: https.RequestOptions;
  readonly #agent = new https.Agent({ keepAlive: true, maxSockets: 4 });

  constructor(kubeconfig: string) {
    const config = parseYaml(kubeconfig);
    const decoded = (...path: string[]) => {
      const [entry] = listAt(config, path[0] ?? "");
      const text = textAt(entry, ...path.slice(1));
      return text === undefined ? undefined : Buffer.from(text, "base64");
    };
    this.#url = textAt(listAt(config, "clusters")[0], "cluster", "server") ?? "";
    const token = textAt(listAt(config, "users")[0], "user", "token");
    this.#options = {
      agent: this.#agent,
      ca: decoded("clusters", "cluster", "certificate-authority-data"),
      cert: decoded("users", "user", "client-certificate-data"),
      key: decoded("users", "user", "client-key-data"),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    };
  }

  /** The verdict on an object that is created at `path` and, if it is accepted, on its replacement. Deletes the object afterwards. */
  async judge(path: string, object: Named, next: Named): Promise<readonly Verdict[]> {
    for (let attempt = 1; ; attempt += 1) {
      const verdicts = await this.#judgeOnce(path, object, next);
      if (attempt === mostAttempts || !verdicts.some(({ status }) => status === timedOut)) return verdicts;
    }
  }

  async #judgeOnce(path: string, object: Named, next: Named): Promise<readonly Verdict[]> {
    const [status, body] = await this.send("POST", path, object);
    const created = verdict(status, body);
    const at = `${path}/${object.metadata.name}`;
    if (status === timedOut) await this.send("DELETE", at);
    if (status !== 201) return [created];
    const metadata = { ...next.metadata, resourceVersion: body.metadata?.resourceVersion };
    const replaced = verdict(...(await this.send("PUT", at, { ...next, metadata })));
    await this.send("DELETE", at);
    return [created, replaced];
  }

  /** Creates a definition, and waits until its kind is served at `path`. */
  async define(definition: object, path: string): Promise<Verdict> {
    const answer = await this.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    if (answer[0] === 201) await this.#until(path, 200);
    return verdict(...answer);
  }

  /** Deletes a definition, and waits until `path` is no longer served. */
  async undefine(name: string, path: string): Promise<void> {
    await this.send("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`);
    await this.#until(path, 404);
  }

  async #until(path: string, wanted: number): Promise<void> {
    while ((await this.send("GET", `${path}?limit=1`))[0] !== wanted) await delay(pollMs);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  send(method: string, path: string, content?: object): Promise<[number, Body]> {
    return new Promise((resolve, reject) => {
      const request = https.request(this.#url + path, { ...this.#options, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve([response.statusCode ?? 0, (text.startsWith("{") ? JSON.parse(text) : { message: text }) as Body]);
        });
      });
      request.on("error", reject);
      if (content !== undefined) request.setHeader("content-type", "application/json");
      request.end(content === undefined ? undefined : JSON.stringify(content));
    });
  }
}

/** The problems of an object's members come in any order. */
function verdict(status: number, body: Body): Verdict {
  const { details, message = "", reason } = body;
  if (status < 300) return { status, problems: [], stored: { ...body, metadata: undefined } };
  const causes = details?.causes?.map((cause) => `${cause.field ?? ""}|${cause.reason ?? ""}|${cause.message ?? ""}`);
  return { status, reason, problems: (causes ?? [message]).sort() };
}
