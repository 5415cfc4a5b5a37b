import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A connection to a server that can be interrupted and restored. */
export class CuttableConnection implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (socket) => {
      this.#pass(socket);
    });
  }

  /** @param port - of the server, on 127.0.0.1. */
  static async to(port: number): Promise<CuttableConnection> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CuttableConnection(server, port);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #pass(socket: Socket): void {
    if (this.#isCut) {
      socket.destroy();
      return;
    }
    const upstream = connect(this.#target, "127.0.0.1");
    // The server refuses requests for any other host.
    socket.on("data", (data) => {
      upstream.write(
        data.toString("latin1").replaceAll(`127.0.0.1:${this.port}`, `127.0.0.1:${this.#target}`),
        "latin1",
      );
    });
    upstream.pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
