import { parseJson } from "@capstan/kube";
import { readLimitedJson, refusedResponse, type ResponseLimits } from "./response-limits.ts";

const lineFeed = 10;

/** Edits the bytes of a line in place before they are parsed. @returns the new end of the line. */
export type LineEdit = (bytes: Buffer, from: number, to: number) => number;

/** Splits a byte stream into lines; joins the chunks of a long line only once. */
export class JsonLines {
  #pieces: Uint8Array[] = [];
  #length = 0;
  readonly #limits: Pick<ResponseLimits, "eventBytes" | "eventValues"> | undefined;
  readonly #edit: LineEdit | undefined;

  constructor(limits?: Pick<ResponseLimits, "eventBytes" | "eventValues">, edit?: LineEdit) {
    this.#limits = limits;
    this.#edit = edit;
  }

  /**
   * Adds a chunk. @returns the JSON values whose lines it completed.
   *
   * @throws ResponseRefusedError - a line is too long, or has too many values.
   */
  push(chunk: Uint8Array): unknown[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const values: unknown[] = [];
    let from = 0;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      const line = this.#pieces.length === 0 ? this.#text(bytes, from, at) : this.#joined(bytes.subarray(from, at));
      if (line !== "") values.push(this.#read(line));
      from = at + 1;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
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

  #joined(end: Uint8Array): string {
    const line = Buffer.concat([...this.#pieces, end]);
    this.#pieces = [];
    this.#length = 0;
    return this.#text(line, 0, line.length);
  }

  #text(bytes: Buffer, from: number, to: number): string {
    return bytes.toString("utf8", from, this.#edit === undefined ? to : this.#edit(bytes, from, to));
  }
}
