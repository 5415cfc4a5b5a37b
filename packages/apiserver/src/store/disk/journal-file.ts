import { closeSync, constants, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { after } from "../../clock/clock.ts";

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = constants;

/**
 * When a write is synced to disk, and so survives a power loss. It survives any end of the process in each case.
 *
 * - `always`: before the answer. Each write takes as long as the disk, and blocks the server.
 * - `every-second`: within a second.
 * - `never`: when the operating system writes it.
 */
export type FsyncPolicy = "always" | "every-second" | "never";

const syncMs = 1_000;

/** A file to which whole lines are appended. */
export class JournalFile {
  readonly #path: string;
  readonly #fsync: FsyncPolicy;
  readonly #descriptor: number;
  #length = 0;
  /** Why nothing more can be appended. */
  #broken: Error | undefined;
  /** Ends the wait for the next sync; undefined while nothing waits. */
  #endWait: (() => void) | undefined;

  /** Creates the file; existing content is lost. */
  constructor(path: string, fsync: FsyncPolicy) {
    this.#path = path;
    this.#fsync = fsync;
    // After a truncation, data must be appended at the new end.
    this.#descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends a line with its line feed.
   *
   * @param fsync - when this line is synced to disk.
   * @throws Error - for example, the disk is full; the file contains no part of the line.
   */
  append(line: string, fsync = this.#fsync): void {
    if (this.#broken !== undefined) throw this.#broken;
    const bytes = Buffer.from(line);
    try {
      // A nearly full disk accepts only a part.
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

  /** Syncs all appended data to disk. */
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

  /** Removes the part of a line that could not be written completely: the next line must not follow half a line. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch (error) {
      this.#breakOff(`${this.#path} ends in half a line, which cannot be removed`, error);
    }
  }

  /** Refuses all later changes: Linux reports a page that could not be written once, and then considers it written. */
  #breakOff(problem: string, cause: unknown): Error {
    this.#broken ??= new Error(`${problem}; restart the server: ${messageOf(cause)}`, { cause });
    return this.#broken;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
