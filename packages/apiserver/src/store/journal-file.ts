import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";

/** A file that whole lines are appended to. */
export class JournalFile {
  readonly #path: string;
  readonly #descriptor: number;
  #length: number;
  /** Why nothing more can be appended. */
  #broken: Error | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, "a", 0o600);
    this.#length = fstatSync(this.#descriptor).size;
  }

  /**
   * Appends a line, its line feed included.
   *
   * @throws Error - the disk is full, or the like: then none of the line is in the file.
   */
  append(line: string): void {
    if (this.#broken !== undefined) throw this.#broken;
    const bytes = Buffer.from(line);
    try {
      // A disk that is nearly full takes a part of it.
      for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
      this.#length += bytes.length;
    } catch (error) {
      this.#cut();
      throw new Error(`The change cannot be kept in ${this.#path}; free some space: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Removes what there is of a line that could not be written: the next one must not follow half a line. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch (error) {
      this.#broken = new Error(`${this.#path} ends in half a line, which cannot be removed; restart the server`, {
        cause: error,
      });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
