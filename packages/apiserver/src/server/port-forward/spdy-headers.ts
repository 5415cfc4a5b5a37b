import { constants, createDeflate, createInflate, type Deflate, type Inflate } from "node:zlib";
import { spdyDictionary } from "./spdy-dictionary.ts";

/** The compressed headers of one SPDY/3 connection. Each direction is a single zlib stream, so blocks are read and written in order. */
export class SpdyHeaders {
  readonly #inflate: Inflate = createInflate({ dictionary: spdyDictionary, flush: constants.Z_SYNC_FLUSH });
  readonly #deflate: Deflate = createDeflate({ dictionary: spdyDictionary });

  /** @throws Error the block is not a zlib stream, or ends too early. */
  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    await new Promise<void>((resolve, reject) => {
      this.#inflate.once("error", reject);
      this.#inflate.write(block, () => {
        this.#inflate.off("error", reject);
        resolve();
      });
    });
    return parse(taken(this.#inflate));
  }

  /** A block without headers, which is sufficient for all answers here. */
  async writeNone(): Promise<Buffer> {
    this.#deflate.write(Buffer.alloc(4));
    await new Promise<void>((resolve) => {
      this.#deflate.flush(constants.Z_SYNC_FLUSH, resolve);
    });
    return taken(this.#deflate);
  }

  close(): void {
    this.#inflate.destroy();
    this.#deflate.destroy();
  }
}

function taken(stream: Inflate | Deflate): Buffer {
  return (stream.read() as Buffer | null) ?? Buffer.alloc(0);
}

function parse(plain: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 4;
  const text = (): string => {
    const end = at + 4 + plain.readUInt32BE(at);
    const value = plain.toString("latin1", at + 4, end);
    at = end;
    return value;
  };
  for (let left = plain.readUInt32BE(0); left > 0; left -= 1) headers.set(text(), text());
  return headers;
}
