import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The time to wait, after the network recovers, for a sign that an end has reset its connection in the meantime. */
const signOfResetMs = 200;

interface Line {
  readonly inbound: Socket;
  readonly outbound: Socket;
  readonly kept: Buffer[];
}

/**
 * A TCP relay that can simulate a partition: nothing passes, and nothing is lost. When the partition ends, data in transit arrives, as
 * after a retransmission, unless its sender has reset the connection: the operating system of such a sender retransmits nothing.
 */
export class Relay {
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #isHeld = false;
  /** Connections that were reset during the partition, and whose bytes were dropped. */
  dropped = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(targetPort: number): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server);
    server.on("connection", (inbound) => {
      relay.#join(inbound, connect(targetPort, "127.0.0.1"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  hold(): void {
    this.#isHeld = true;
    for (const { inbound, outbound } of this.#lines) {
      inbound.pause();
      outbound.pause();
    }
  }

  /** Resets all connections, on both sides. */
  cut(): void {
    for (const { inbound, outbound } of this.#lines) {
      inbound.resetAndDestroy();
      outbound.resetAndDestroy();
    }
  }

  /** Ends the partition. */
  async release(): Promise<void> {
    for (const { inbound } of this.#lines) inbound.resume();
    await new Promise((resolve) => setTimeout(resolve, signOfResetMs));
    this.#isHeld = false;
    for (const line of this.#lines) {
      for (const bytes of line.kept.splice(0)) line.outbound.write(bytes);
      line.outbound.resume();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const { inbound, outbound } of this.#lines) {
      inbound.destroy();
      outbound.destroy();
    }
    await once(this.#server, "close");
  }

  #join(inbound: Socket, outbound: Socket): void {
    const line: Line = { inbound, outbound, kept: [] };
    this.#lines.add(line);
    if (this.#isHeld) inbound.pause();
    inbound.on("data", (bytes) => {
      if (this.#isHeld) line.kept.push(bytes);
      else outbound.write(bytes);
    });
    outbound.on("data", (bytes) => inbound.write(bytes));
    inbound.on("end", () => {
      if (!this.#isHeld) outbound.end();
    });
    inbound.on("error", () => {
      if (this.#isHeld) this.dropped += 1;
      line.kept.length = 0;
      this.#lines.delete(line);
      outbound.destroy();
    });
    outbound.on("error", () => inbound.destroy());
    outbound.on("close", () => {
      this.#lines.delete(line);
      inbound.destroy();
    });
  }
}
