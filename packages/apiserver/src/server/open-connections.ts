import type { Server } from "node:net";
import type { Duplex } from "node:stream";
import { after } from "../clock/clock.ts";

/** The connections of a server, including those whose TLS handshake is not done yet. */
export class OpenConnections {
  readonly #sockets = new Set<Duplex>();
  #refusals = 0;

  /** Takes part in each connection of this server from now on. */
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

  /** Ends them at once: a server that closes would wait for them, for minutes if the other side is silent. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends them, and for `ms` milliseconds of real time those that come, at once. */
  refuse(ms: number): void {
    this.#refusals += 1;
    this.destroy();
    after(ms, () => {
      this.#refusals -= 1;
    });
  }
}
