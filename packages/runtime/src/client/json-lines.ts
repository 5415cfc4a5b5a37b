import { parseJson } from "@capstan/kube";

const lineFeed = 10;

/** Splits a byte stream into lines, without joining the pieces of a long line more than once. */
export class JsonLines {
  #pieces: Uint8Array[] = [];

  /** Adds a chunk. @returns the JSON values whose lines it completed. */
  push(chunk: Uint8Array): unknown[] {
    const values: unknown[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      const line = this.#complete(chunk.subarray(from, at));
      if (line !== "") values.push(parseJson(line));
      from = at + 1;
    }
    if (from < chunk.length) this.#pieces.push(chunk.subarray(from));
    return values;
  }

  #complete(end: Uint8Array): string {
    if (this.#pieces.length === 0) return Buffer.from(end.buffer, end.byteOffset, end.length).toString("utf8");
    const line = Buffer.concat([...this.#pieces, end]).toString("utf8");
    this.#pieces = [];
    return line;
  }
}
