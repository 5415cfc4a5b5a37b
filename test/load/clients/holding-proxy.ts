import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy that can keep back what the server sends, and hand it over at once. */
export class HoldingProxy implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #isHolding = false;

  private constructor(port: number) {
    this.#server = createServer((inbound) => {
      const outbound = connect(port, "127.0.0.1");
      this.#pass(inbound, (data) => outbound.write(data), outbound);
      this.#pass(
        outbound,
        (data) => {
          this.#deliver(inbound, data);
        },
        inbound,
      );
    });
  }

  static async start(port: number): Promise<HoldingProxy> {
    const proxy = new HoldingProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  hold(): void {
    this.#isHolding = true;
  }

  release(): void {
    this.#isHolding = false;
    for (const deliver of this.#held.splice(0)) deliver();
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #deliver(socket: Socket, data: Buffer): void {
    if (this.#isHolding) this.#held.push(() => socket.write(data));
    else socket.write(data);
  }

  #pass(from: Socket, take: (data: Buffer) => void, other: Socket): void {
    this.#sockets.add(from.setNoDelay());
    from.on("data", take);
    from.on("error", () => other.destroy());
    from.on("close", () => {
      this.#sockets.delete(from);
      other.destroy();
    });
  }
}
