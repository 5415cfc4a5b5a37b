import { Duplex } from "node:stream";
import { controlFrame, dataFrame, finFlag, type Frame, FrameReader, frameTypes } from "./spdy-frames.ts";
import { SpdyHeaders } from "./spdy-headers.ts";

/** One stream of a session, opened by the client. */
export class SpdyStream extends Duplex {
  readonly headers: ReadonlyMap<string, string>;
  readonly #id: number;
  readonly #send: (frame: Buffer, done: () => void) => void;

  constructor(id: number, headers: ReadonlyMap<string, string>, send: (frame: Buffer, done: () => void) => void) {
    super();
    this.#id = id;
    this.headers = headers;
    this.#send = send;
  }

  /** Adds data from the client; null ends the stream. */
  receive(chunk: Buffer | null): void {
    if (!this.destroyed && !this.readableEnded) this.push(chunk);
  }

  // Incoming data is pushed immediately, because clients do not use windows.
  override _read(): void {
    return;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(dataFrame(this.#id, chunk), done);
  }

  override _final(done: () => void): void {
    this.#send(dataFrame(this.#id, Buffer.alloc(0), finFlag), done);
  }
}

/**
 * The server side of SPDY/3, as far as Kubernetes' clients use it: they open streams and ping, but never push, and set no priorities or
 * windows. It ends with its transport.
 */
export class SpdySession {
  readonly #transport: Duplex;
  readonly #onStream: (stream: SpdyStream) => void;
  readonly #streams = new Map<number, SpdyStream>();
  readonly #headers = new SpdyHeaders();
  readonly #frames = new FrameReader();

  private constructor(transport: Duplex, onStream: (stream: SpdyStream) => void) {
    this.#transport = transport;
    this.#onStream = onStream;
  }

  /** Serves `transport` until it ends. Never rejects: a client that breaks the protocol is disconnected. */
  static async serve(transport: Duplex, head: Buffer, onStream: (stream: SpdyStream) => void): Promise<void> {
    const session = new SpdySession(transport, onStream);
    try {
      await session.#receive(head);
      for await (const chunk of transport) await session.#receive(chunk as Buffer);
    } catch {
      transport.destroy();
    } finally {
      session.#close();
    }
  }

  async #receive(chunk: Buffer): Promise<void> {
    for (const frame of this.#frames.read(chunk)) await this.#handle(frame);
  }

  async #handle(frame: Frame): Promise<void> {
    const { payload, flags } = frame;
    if (frame.kind === "data") {
      const stream = this.#streams.get(frame.stream);
      if (payload.length > 0) stream?.receive(payload);
      if (flags === finFlag) stream?.receive(null);
      return;
    }
    if (frame.type === frameTypes.synStream) await this.#open(payload, flags);
    else if (frame.type === frameTypes.ping) this.#transport.write(controlFrame(frameTypes.ping, payload));
    else if (frame.type === frameTypes.rstStream) this.#streams.get(payload.readUInt32BE(0))?.destroy();
    else if (frame.type === frameTypes.goAway) this.#transport.end();
  }

  async #open(payload: Buffer, flags: number): Promise<void> {
    const id = payload.readUInt32BE(0);
    const headers = await this.#headers.read(payload.subarray(10));
    const stream = new SpdyStream(id, headers, (frame, done) => {
      if (this.#transport.writable) this.#transport.write(frame, done);
      else done();
    });
    stream.once("close", () => this.#streams.delete(id));
    this.#streams.set(id, stream);
    const name = payload.subarray(0, 4);
    this.#transport.write(controlFrame(frameTypes.synReply, Buffer.concat([name, await this.#headers.writeNone()])));
    if (flags === finFlag) stream.receive(null);
    this.#onStream(stream);
  }

  #close(): void {
    this.#headers.close();
    for (const stream of this.#streams.values()) stream.destroy();
  }
}
