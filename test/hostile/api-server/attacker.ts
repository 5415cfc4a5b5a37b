import https from "node:https";
import { load } from "js-yaml";
import type { HostileRequest } from "./requests.ts";

/** How a request ended: with a status, because the attacker disconnected, or not at all. */
export interface Outcome {
  readonly end: "answered" | "left" | "broken" | "silent";
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

interface Kubeconfig {
  clusters: { cluster: { server: string; "certificate-authority-data": string } }[];
  users: { user: { "client-certificate-data": string; "client-key-data": string } }[];
}

/** Longer than any response may take: a request without a response hangs. */
const patienceMs = 20_000;

/** Sends requests that no real client sends, as an administrator, so that they get as far as possible. */
export class Attacker implements Disposable {
  readonly #server: URL;
  readonly #agent: https.Agent;

  constructor(kubeconfig: string) {
    const { clusters, users } = load(kubeconfig) as Kubeconfig;
    const decoded = (text = ""): Buffer => Buffer.from(text, "base64");
    this.#server = new URL(clusters[0]?.cluster.server ?? "");
    this.#agent = new https.Agent({
      keepAlive: true,
      maxSockets: 8,
      ca: decoded(clusters[0]?.cluster["certificate-authority-data"]),
      cert: decoded(users[0]?.user["client-certificate-data"]),
      key: decoded(users[0]?.user["client-key-data"]),
    });
  }

  send({ method, path, headers, payload, leaves }: HostileRequest): Promise<Outcome> {
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (kind: Outcome["end"], status = 0, text = ""): void => {
        resolve({ end: kind, status, text, ms: performance.now() - started });
      };
      const length = payload === undefined ? {} : { "content-length": String(payload.bytes.length) };
      const type = payload === undefined ? {} : { "content-type": payload.contentType };
      const { hostname, port } = this.#server;
      const options = { method, path, hostname, port, agent: this.#agent, timeout: patienceMs };
      const request = https.request({ ...options, headers: { ...headers, ...type, ...length } }, (response) => {
        const { statusCode = 0 } = response;
        if (leaves === "on the answer" && statusCode < 500) {
          end("left", statusCode);
          request.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => {
          end("broken", statusCode);
        });
        response.on("end", () => {
          end("answered", statusCode, Buffer.concat(chunks).toString().slice(0, 2_000));
        });
      });
      request.on("timeout", () => {
        end("silent");
        request.destroy();
      });
      request.on("error", () => {
        end("broken");
      });
      if (leaves === "before the end" && payload !== undefined) {
        request.write(payload.bytes.subarray(0, Math.floor(payload.bytes.length / 2)), () => {
          end("left");
          request.destroy();
        });
      } else request.end(payload?.bytes);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
