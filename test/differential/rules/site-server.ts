import https from "node:https";
import { listAt, parseYaml, textAt } from "@capstan/kube";
import { type RuleSite } from "./rule-sites.ts";

/** What a server answers: the status, and each problem as a line. */
export interface Verdict {
  readonly status: number;
  readonly problems: readonly string[];
}

interface Body {
  readonly message?: string;
  readonly metadata?: { readonly resourceVersion?: string };
  readonly details?: { readonly causes?: readonly { field?: string; reason?: string; message?: string }[] };
}

const group = "sites.example.io";

/** Judges values of sites: each has a kind of its own, whose spec is the schema of the site. */
export class SiteServer {
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

  /** Defines the kind of a site, and waits until it is served. */
  async define(site: RuleSite, index: number): Promise<Verdict> {
    const plural = `sites${index}`;
    const openAPIV3Schema = { type: "object", properties: { spec: site.schema } };
    const [status, body] = await this.#send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: "Cluster",
        names: { plural, kind: `Site${index}` },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    while (status === 201 && (await this.#send("GET", `/apis/${group}/v1/${plural}`))[0] !== 200);
    return verdict(status, body);
  }

  /** What is said of a value that is created and, if it is taken, of another that replaces it. Nothing stays. */
  async judge(index: number, value: unknown, next: unknown): Promise<readonly Verdict[]> {
    const path = `/apis/${group}/v1/sites${index}`;
    const object = { apiVersion: `${group}/v1`, kind: `Site${index}`, metadata: { name: "a" }, spec: value };
    const [status, body] = await this.#send("POST", path, object);
    const created = verdict(status, body);
    if (status !== 201) return [created];
    const metadata = { name: "a", resourceVersion: body.metadata?.resourceVersion };
    const replaced = verdict(...(await this.#send("PUT", `${path}/a`, { ...object, metadata, spec: next })));
    await this.#send("DELETE", `${path}/a`);
    return [created, replaced];
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, content?: object): Promise<[number, Body]> {
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

/** Problems of the members of an object come in any order. */
function verdict(status: number, { details, message = "" }: Body): Verdict {
  if (status < 300) return { status, problems: [] };
  const causes = details?.causes?.map((cause) => `${cause.field ?? ""}|${cause.reason ?? ""}|${cause.message ?? ""}`);
  return { status, problems: (causes ?? [message]).sort() };
}
