import { rmSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { isJsonObject, objectKeyText, parseJson, stringifyJson, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { StateDirectoryError } from "../../state-directory/index.ts";
import { type Change, type Snapshot, type StoredObject } from "../change.ts";
import { type FsyncPolicy, JournalFile } from "./journal-file.ts";
import { moveFile, readFileIfThere } from "./replace-file.ts";

/** A journal below this size is never rewritten, in bytes. */
const smallest = 4 * 1024 * 1024;
/** A journal is rewritten when it has grown by this factor since the last rewrite. */
const growth = 4;
/** The number of objects that are written between two requests. */
const slice = 100;

interface JournalOptions {
  readonly fsync: FsyncPolicy;
  /** Returns the current state. */
  readonly current: () => Snapshot;
}

/** Every write since a snapshot, one per line. After it has grown, it is rewritten without overwritten objects. */
export class Journal {
  readonly #path: string;
  readonly #fsync: FsyncPolicy;
  readonly #current: () => Snapshot;
  #file: JournalFile;
  #rewriteAt: number;
  /** The file that is being written to replace the current one. */
  #next: JournalFile | undefined;
  /** The lines since the start of {@link #next}. */
  #since: string[] | undefined;
  #isClosed = false;

  private constructor(path: string, file: JournalFile, options: JournalOptions) {
    this.#path = path;
    this.#fsync = options.fsync;
    this.#current = options.current;
    this.#file = file;
    this.#rewriteAt = Math.max(smallest, growth * file.length);
  }

  /** @throws StateDirectoryError that names the invalid line. */
  static read(path: string): Snapshot {
    const objects = new Map<string, StoredObject>();
    let revision = 1;
    const lines = (readFileIfThere(path) ?? "").split("\n");
    // The last line is incomplete if the process ended while writing it: that write was never answered.
    for (const [index, text] of lines.slice(0, -1).entries()) {
      const line = readLine(text);
      if (line === undefined) throw unreadable(path, index + 1);
      const { r, c = "", o, d } = line;
      revision = r;
      if (o !== undefined) objects.set(`${c} ${objectKeyText(o.metadata)}`, { collection: c, object: o });
      if (d !== undefined) objects.delete(`${c} ${d}`);
    }
    return { revision, objects: [...objects.values()] };
  }

  /** Creates a journal from the current state, replacing the existing one. */
  static begin(path: string, options: JournalOptions): Journal {
    const file = new JournalFile(`${path}.new`, options.fsync);
    for (const line of linesOf(options.current())) file.append(line, "never");
    replace(path, file);
    return new Journal(path, file, options);
  }

  /** @throws Error - the change cannot be written. */
  append(change: Change): void {
    const line = writeLine(lineOf(change));
    this.#file.append(line);
    this.#since?.push(line);
    if (this.#since !== undefined || this.#file.length < this.#rewriteAt) return;
    this.#since = [line];
    void this.#rewrite(this.#current());
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
    this.#file.close();
  }

  /** Never rejects: a journal that cannot be rewritten is still valid. */
  async #rewrite(snapshot: Snapshot): Promise<void> {
    try {
      const next = (this.#next = new JournalFile(`${this.#path}.new`, this.#fsync));
      let written = 0;
      for (const line of linesOf(snapshot)) {
        next.append(line, "never");
        written += 1;
        if (written % slice === 0) await nextTurn();
        if (this.#isClosed) return;
      }
      for (const line of this.#since ?? []) next.append(line, "never");
      replace(this.#path, next);
      this.#next = undefined;
      this.#file.close();
      this.#file = next;
    } catch {
      // There is no space for a second journal. If there is none for a change, its client gets the error.
      this.#abandon();
    }
    this.#since = undefined;
    this.#rewriteAt = Math.max(smallest, growth * this.#file.length);
  }

  #abandon(): void {
    if (this.#next === undefined) return;
    this.#next.close();
    this.#next = undefined;
    rmSync(`${this.#path}.new`, { force: true });
  }
}

/** Replaces the previous journal with a complete one. */
function replace(path: string, file: JournalFile): void {
  file.sync();
  moveFile(`${path}.new`, path);
}

function* linesOf({ revision, objects }: Snapshot): Generator<string> {
  yield writeLine({ r: revision });
  for (const { collection, object } of objects) yield writeLine({ r: revision, c: collection, o: object });
}

function unreadable(path: string, line: number): StateDirectoryError {
  // More detail would quote data that may be confidential.
  return new StateDirectoryError(
    `${path}:${line}`,
    "this is not a line of the journal, or has been changed; restore the file from a copy, or remove the line, and with it one change",
  );
}

/** One line of the journal: an object that was stored (`o`) or removed (`d`) in a collection (`c`), at a revision (`r`). */
interface JournalLine {
  readonly r: number;
  readonly c?: string;
  readonly o?: ApiObject;
  readonly d?: string;
}

function lineOf({ type, collection, revision, object }: Change): JournalLine {
  if (type === "DELETED") return { r: revision, c: collection, d: objectKeyText(object.metadata) };
  return { r: revision, c: collection, o: object };
}

/** The line as a string: the CRC-32 of its JSON in hexadecimal, a space, the JSON, a line feed. */
function writeLine(line: JournalLine): string {
  const text = stringifyJson(line);
  return `${checksumOf(text)} ${text}\n`;
}

/** @returns `undefined` if the string is not a line, or is corrupted. */
function readLine(text: string): JournalLine | undefined {
  const json = text.slice(9);
  if (text.slice(0, 9) !== `${checksumOf(json)} `) return undefined;
  const read = parsed(json);
  return isJournalLine(read) ? read : undefined;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

function parsed(json: string): unknown {
  try {
    return parseJson(json, { integers: "exact" });
  } catch {
    return undefined;
  }
}

function isJournalLine(value: unknown): value is JournalLine {
  if (!isJsonObject(value) || typeof value.r !== "number") return false;
  const { c = "", o, d = "" } = value;
  return (
    typeof c === "string" && typeof d === "string" && (o === undefined || textAt(o, "metadata", "name") !== undefined)
  );
}
