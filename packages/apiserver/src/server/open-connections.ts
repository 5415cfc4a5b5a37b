import type { Server } from "node:net";
import type { Duplex } from "node:stream";
import { after } from "../clock/clock.ts";

/** The connections of a server, including those whose TLS handshake is not complete. */
export class OpenConnections {
  readonly #sockets = new Set<Duplex>();
  #refusals = 0;

  /** Tracks each connection of this server from now on. */
  follow(server: Server): void {
    server.on("connection", (socket: Duplex) => {
      if (this.#refusals > 0) {
        socket.destroy();
        return;
      }
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Closes all connections now: a server that closes would wait for them, for minutes if the client is silent. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Closes all connections, and new ones immediately, for `ms` milliseconds of real time. */
  refuse(ms: number): void {
    this.#refusals += 1;
    this.destroy();
    after(ms, () => {
      this.#refusals -= 1;
    });
  }
}
