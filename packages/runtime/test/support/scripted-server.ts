import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { ClientOptions } from "@capstan/runtime";

/** The parts of a request that the script sees. */
export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Script = (request: ScriptedRequest, response: ServerResponse) => void;

/** A kubeconfig for a plain HTTP server. */
function kubeconfigFor(server: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: "t0ken" } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
}

/** An HTTP server whose responses a test writes step by step, and that records the requests. */
export class ScriptedServer {
  readonly requests: ScriptedRequest[] = [];
  script: Script;
  /** Whether the script answers watches with initial events. By default the server refuses them, as an old server does. */
  streamsLists = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, script: Script) {
    this.#server = server;
    this.script = script;
  }

  static async start(script: Script): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server, script);
    server.on("connection", (socket) => {
      scripted.#sockets.add(socket);
      socket.on("close", () => scripted.#sockets.delete(socket));
    });
    server.on("request", (request, response) => {
      void scripted.#handle(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get kubeconfig(): string {
    return kubeconfigFor(this.url);
  }

  /** For a client; the server speaks plain HTTP. */
  get access(): Pick<ClientOptions, "kubeconfig" | "insecureKubeconfig"> {
    return { kubeconfig: this.kubeconfig, insecureKubeconfig: { tls: true } };
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://localhost");
    const seen: ScriptedRequest = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    if (!this.streamsLists && seen.query.has("sendInitialEvents")) {
      status(response, 422, "Invalid");
      return;
    }
    this.requests.push(seen);
    this.script(seen, response);
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function status(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): void {
  json(
    response,
    code,
    { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: `${reason}!` },
    headers,
  );
}
