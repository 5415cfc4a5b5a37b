import type { Readable } from "node:stream";
import { createInterface } from "node:readline";

/** Reads a stream of JSON values, one a line; lines that are not JSON are skipped. */
export class LineReader implements AsyncIterable<unknown> {
  readonly #stream: Readable;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator {
    for await (const line of createInterface({ input: this.#stream })) {
      try {
        yield JSON.parse(line) as unknown;
      } catch {
        continue;
      }
    }
  }
}
