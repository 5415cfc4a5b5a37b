/** The supported frame types of SPDY/3. */
export const frameTypes = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;

/** Frame flag: the sender sends no more in this stream. */
export const finFlag = 1;

const headerBytes = 8;
/** Far more than any client sends; the protocol allows 24 bits. */
const longest = 4 * 1024 * 1024;

export type Frame =
  | { readonly kind: "data"; readonly stream: number; readonly flags: number; readonly payload: Buffer }
  | { readonly kind: "control"; readonly type: number; readonly flags: number; readonly payload: Buffer };

/** Splits incoming data into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /**
   * The frames that `chunk` completes.
   *
   * @throws RangeError a frame is too long to be valid.
   */
  *read(chunk: Buffer): Generator<Frame> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= headerBytes) {
      const length = this.#rest.readUIntBE(5, 3);
      if (length > longest) throw new RangeError("A SPDY frame is too long.");
      if (this.#rest.length < headerBytes + length) return;
      const frame = this.#rest.subarray(0, headerBytes + length);
      this.#rest = this.#rest.subarray(headerBytes + length);
      yield parse(frame);
    }
  }
}

function parse(frame: Buffer): Frame {
  const word = frame.readUInt32BE(0);
  const flags = frame.readUInt8(4);
  const payload = frame.subarray(headerBytes);
  return word < 0x8000_0000
    ? { kind: "data", stream: word, flags, payload }
    : { kind: "control", type: word & 0xffff, flags, payload };
}

export function dataFrame(stream: number, payload: Buffer, flags = 0): Buffer {
  return Buffer.concat([header(stream, flags, payload.length), payload]);
}

export function controlFrame(type: number, payload: Buffer, flags = 0): Buffer {
  return Buffer.concat([header(0x8003_0000 + type, flags, payload.length), payload]);
}

function header(word: number, flags: number, length: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt32BE(word);
  bytes.writeUInt8(flags, 4);
  bytes.writeUIntBE(length, 5, 3);
  return bytes;
}
