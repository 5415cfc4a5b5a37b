import { once } from "node:events";
import type { Server } from "node:http";
import { http } from "../http/node-http.ts";
import { OpenConnections } from "../http/open-connections.ts";
import { addressOf, listenOn } from "../diagnostics/listen-address.ts";

/** The answer of an endpoint. */
interface EndpointAnswer {
  readonly status: number;
  readonly body: string;
}

/** Endpoints by path. */
export type Endpoints = Readonly<Record<string, () => Promise<EndpointAnswer>>>;

/** The kubelet needs few connections: other clients must not keep it out. */
const most = 100;

/** A small HTTP server for health checks. */
export class Listener {
  readonly #server: Server;
  readonly #connections: OpenConnections;

  private constructor(server: Server) {
    this.#server = server;
    this.#connections = new OpenConnections(server, { most });
  }

  /** @throws CommandLineError - it cannot listen there. */
  static async start(address: string, endpoints: Endpoints): Promise<Listener> {
    const server = http.createServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      const endpoint = request.method === "GET" || request.method === "HEAD" ? endpoints[path] : undefined;
      const send = ({ status, body }: EndpointAnswer): void => {
        response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(body);
      };
      if (endpoint === undefined) send({ status: 404, body: "not found\n" });
      else
        void endpoint().then(send, () => {
          send({ status: 500, body: "failed\n" });
        });
    });
    await listenOn(server, address, "Health");
    return new Listener(server);
  }

  /** `host:port` with the actual port. */
  get address(): string {
    return addressOf(this.#server);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#connections.destroy();
    await closed;
  }
}
