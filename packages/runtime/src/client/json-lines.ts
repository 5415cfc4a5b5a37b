import { parseJson } from "@capstan/kube";
import { readLimitedJson, refusedResponse, type ResponseLimits } from "./response-limits.ts";

const lineFeed = 10;

/** Splits a byte stream into lines, without joining the pieces of a long line more than once. */
export class JsonLines {
  #pieces: Uint8Array[] = [];
  #length = 0;
  readonly #limits: Pick<ResponseLimits, "eventBytes" | "eventValues"> | undefined;

  constructor(limits?: Pick<ResponseLimits, "eventBytes" | "eventValues">) {
    this.#limits = limits;
  }

  /**
   * Adds a chunk. @returns the JSON values whose lines it completed.
   *
   * @throws ResponseRefusedError - a line is longer, or has more in it, than is accepted.
   */
  push(chunk: Uint8Array): unknown[] {
    const values: unknown[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      const line = this.#complete(chunk.subarray(from, at));
      if (line !== "") values.push(this.#read(line));
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return values;
  }

  #read(line: string): unknown {
    return this.#limits === undefined ? parseJson(line) : readLimitedJson(line, this.#limits.eventValues);
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    const { eventBytes = Infinity } = this.#limits ?? {};
    if (this.#length > eventBytes) throw refusedResponse(`has an event of more than ${eventBytes} bytes`);
    this.#pieces.push(piece);
  }

  #complete(end: Uint8Array): string {
    if (this.#pieces.length === 0) return Buffer.from(end.buffer, end.byteOffset, end.length).toString("utf8");
    const line = Buffer.concat([...this.#pieces, end]).toString("utf8");
    this.#pieces = [];
    this.#length = 0;
    return line;
  }
}
