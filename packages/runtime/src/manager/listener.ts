import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { hostPort } from "@capstan/kube";
import { CommandLineError } from "../errors/runtime-errors.ts";

/** What an endpoint answers. */
interface EndpointAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string;
}

/** Endpoints by path. */
export type Endpoints = Readonly<Record<string, () => EndpointAnswer | Promise<EndpointAnswer>>>;

/** Host and port of `host:port`, `:port` (all interfaces) or `[v6]:port`. */
export function parseListenAddress(address: string): { readonly host?: string; readonly port: number } {
  const found = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(address);
  const port = Number(found?.[3]);
  if (found === null || port > 65_535) {
    throw new CommandLineError(
      `"${address}" is not an address to listen on; it must be host:port, or :port for all interfaces`,
    );
  }
  const host = found[1] ?? found[2] ?? "";
  return { ...(host === "" ? {} : { host }), port };
}

/** A small HTTP server for health and metrics. */
export class Listener {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(address: string, endpoints: Endpoints): Promise<Listener> {
    const server = createServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      const endpoint = request.method === "GET" || request.method === "HEAD" ? endpoints[path] : undefined;
      const answering = endpoint === undefined ? { status: 404, body: "not found\n" } : endpoint();
      Promise.resolve(answering).then(
        ({ status, body, contentType = "text/plain; charset=utf-8" }) => {
          response.writeHead(status, { "content-type": contentType }).end(body);
        },
        () => response.writeHead(500).end(),
      );
    });
    server.listen(parseListenAddress(address));
    await once(server, "listening");
    return new Listener(server);
  }

  /** `host:port` with the port that was taken. */
  get address(): string {
    const { address: host, port } = this.#server.address() as AddressInfo;
    return hostPort({ host, port });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }
}
