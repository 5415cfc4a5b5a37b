import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Both sides of a connection. */
interface Pair {
  readonly inbound: Socket;
  readonly outbound: Socket;
  isFrozen: boolean;
}

/**
 * A TCP proxy that can hold back the server's data, release it at once or drop it, and silence existing connections: both ends still
 * acknowledge, so TCP does not notice.
 */
export class HoldingProxy implements Disposable {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #held: (() => void)[] = [];
  #isHolding = false;

  private constructor(port: number) {
    this.#server = createServer((inbound) => {
      const pair = { inbound, outbound: connect(port, "127.0.0.1"), isFrozen: false };
      this.#pairs.add(pair);
      this.#pass(pair, inbound, (data) => pair.outbound.write(data));
      this.#pass(pair, pair.outbound, (data) => {
        this.#deliver(inbound, data);
      });
    });
  }

  /** @param url - of a server on 127.0.0.1. */
  static async start(url: string): Promise<HoldingProxy> {
    const proxy = new HoldingProxy(Number(new URL(url).port));
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

  /** Ends the existing connections; held data is lost. */
  cut(): void {
    this.#isHolding = false;
    this.#held.length = 0;
    for (const { inbound, outbound } of this.#pairs) {
      inbound.destroy();
      outbound.destroy();
    }
  }

  /** Existing connections carry nothing any more, not even their end; new connections work. */
  freeze(): void {
    for (const pair of this.#pairs) pair.isFrozen = true;
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.cut();
  }

  #deliver(socket: Socket, data: Buffer): void {
    if (this.#isHolding) this.#held.push(() => socket.write(data));
    else socket.write(data);
  }

  #pass(pair: Pair, from: Socket, take: (data: Buffer) => void): void {
    const end = (): void => {
      if (pair.isFrozen) return;
      this.#pairs.delete(pair);
      pair.inbound.destroy();
      pair.outbound.destroy();
    };
    from.setNoDelay();
    from.on("data", (data) => {
      if (!pair.isFrozen) take(data);
    });
    from.on("error", end);
    from.on("close", end);
  }
}
