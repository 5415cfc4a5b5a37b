import type { Server } from "node:net";
import type { Duplex } from "node:stream";

/** The connections of a server, including those whose TLS handshake is not done yet. */
export class OpenConnections {
  readonly #sockets = new Set<Duplex>();

  constructor(server: Server) {
    server.on("connection", (socket: Duplex) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Ends them at once: a server that closes would wait for them, for minutes if the other side is silent. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
