import { closeSync, constants, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { after } from "../../clock/clock.ts";

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = constants;

/**
 * When a write reaches the disk itself, and so outlives a loss of power. It outlives the end of the process, however that ends, in any
 * case.
 *
 * - `always`: before it is answered. Each write then takes as long as the disk does, and the server does nothing else meanwhile.
 * - `every-second`: within a second.
 * - `never`: when the operating system gets to it.
 */
export type FsyncPolicy = "always" | "every-second" | "never";

const syncMs = 1_000;

/** A file that whole lines are appended to. */
export class JournalFile {
  readonly #path: string;
  readonly #fsync: FsyncPolicy;
  readonly #descriptor: number;
  #length = 0;
  /** Why nothing more can be appended. */
  #broken: Error | undefined;
  /** Ends the wait for the next sync; undefined while nothing waits for it. */
  #endWait: (() => void) | undefined;

  /** Begins it; what is there is lost. */
  constructor(path: string, fsync: FsyncPolicy) {
    this.#path = path;
    this.#fsync = fsync;
    // What is appended after a cut belongs where the cut was made.
    this.#descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends a line, its line feed included.
   *
   * @param fsync - when this line reaches the disk itself.
   * @throws Error - the disk is full, or the like: then none of the line is in the file.
   */
  append(line: string, fsync = this.#fsync): void {
    if (this.#broken !== undefined) throw this.#broken;
    const bytes = Buffer.from(line);
    try {
      // A disk that is nearly full takes a part of it.
      for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
    } catch (error) {
      this.#cut();
      throw new Error(`The change cannot be kept in ${this.#path}; free some space: ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (fsync === "always") this.#syncNow();
    if (fsync === "every-second") this.#endWait ??= after(syncMs, this.#syncLater);
    this.#length += bytes.length;
  }

  /** Has all that was appended reach the disk. */
  sync(): void {
    if (this.#fsync !== "never") fdatasyncSync(this.#descriptor);
  }

  close(): void {
    this.#endWait?.();
    try {
      this.sync();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #syncNow(): void {
    try {
      fdatasyncSync(this.#descriptor);
    } catch (error) {
      this.#cut();
      throw this.#breakOff(`${this.#path} cannot be synced to its disk`, error);
    }
  }

  readonly #syncLater = (): void => {
    this.#endWait = undefined;
    fdatasync(this.#descriptor, (error) => {
      if (error !== null) this.#breakOff(`${this.#path} cannot be synced to its disk`, error);
    });
  };

  /** Removes what there is of a line that could not be written: the next one must not follow half a line. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch (error) {
      this.#breakOff(`${this.#path} ends in half a line, which cannot be removed`, error);
    }
  }

  /** Refuses all changes from now on: Linux reports a page that could not be written once, and then takes it for written. */
  #breakOff(problem: string, cause: unknown): Error {
    this.#broken ??= new Error(`${problem}; restart the server: ${messageOf(cause)}`, { cause });
    return this.#broken;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
