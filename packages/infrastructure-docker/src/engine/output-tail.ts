import { Writable } from "node:stream";

/** The most output that is kept, in bytes. */
const mostBytes = 65_536;

/** Keeps the end of a command's output. */
export class OutputTail extends Writable {
  #kept = Buffer.alloc(0);

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-mostBytes);
    done();
  }

  /** The output so far, as UTF-8. */
  get text(): string {
    return this.#kept.toString("utf8");
  }
}
