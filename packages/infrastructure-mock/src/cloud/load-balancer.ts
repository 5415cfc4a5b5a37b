import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { hostPort } from "@capstan/kube";
import { CapstanError } from "@capstan/provider";

/** Handles the connections of a load balancer. */
export interface Backend {
  handleConnection(socket: Socket): void;
}

/** The address of a load balancer cannot be used. Retried with back-off, because the process that holds it may release it. */
class LoadBalancerError extends CapstanError {
  readonly code = "LoadBalancerUnavailable";
  readonly retry = "backoff";
}

/** A TCP listener on loopback. Without a backend it closes every connection immediately. */
export class LoadBalancer {
  readonly endpoint: { readonly host: string; readonly port: number };
  backend: Backend | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, endpoint: { host: string; port: number }) {
    this.#server = server;
    this.endpoint = endpoint;
    server.on("connection", (socket) => {
      this.#accept(socket);
    });
  }

  /**
   * Starts to listen.
   *
   * @param asked - port 0: a free port.
   * @throws {@link LoadBalancerError} the address is taken, or does not belong to this computer.
   */
  static async listen(asked: { host: string; port: number }): Promise<LoadBalancer> {
    const server = createServer({ noDelay: true });
    try {
      server.listen(asked.port, asked.host);
      await once(server, "listening");
    } catch (cause) {
      const address = hostPort(asked);
      throw new LoadBalancerError(
        `The mock cloud cannot listen at ${address}; stop the process that listens there, or delete the MockCluster and create it with another port`,
        { cause },
      );
    }
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : asked.port;
    return new LoadBalancer(server, { host: asked.host, port });
  }

  /** Stops listening and ends all connections. */
  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    // A peer that disconnects is normal for a load balancer.
    socket.on("error", () => undefined);
    if (this.backend === undefined) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    this.backend.handleConnection(socket);
  }
}
