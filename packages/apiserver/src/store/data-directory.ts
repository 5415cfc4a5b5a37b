import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject, objectKeyText, parseJson, stringifyJson, textAt } from "@capstan/kube";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type ApiObject } from "../object/api-object.ts";
import { JournalFile } from "./journal-file.ts";
import { type Store } from "./store.ts";
import { type Change } from "./change.ts";

/** One line of the journal: an object as it was stored (`o`) or removed (`d`) in a collection. */
interface JournalLine {
  readonly r: number;
  readonly c?: string;
  readonly o?: ApiObject;
  readonly d?: string;
}

interface StoredObject {
  readonly collection: string;
  readonly object: ApiObject;
}

/** A server's state on disk: a journal of writes, one JSON text a line, and the keys it was started with. */
export class DataDirectory {
  readonly tokenSecret: string;
  readonly #directory: string;
  readonly #objects: readonly StoredObject[];
  readonly revision: number;
  #journal: JournalFile | undefined;

  private constructor(directory: string, state: { revision: number; objects: readonly StoredObject[] }) {
    this.#directory = directory;
    this.revision = state.revision;
    this.#objects = state.objects;
    this.tokenSecret = this.#read("token-secret") ?? randomBytes(32).toString("base64url");
    this.#write("token-secret", this.tokenSecret);
  }

  /** Reads the state and rewrites it without what has been overwritten since. */
  static open(directory: string): Promise<DataDirectory> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const state = replay(path.join(directory, "journal.jsonl"));
    const data = new DataDirectory(directory, state);
    data.#compact();
    return Promise.resolve(data);
  }

  get certificateAuthority(): CertificateAndKey | undefined {
    const certificate = this.#read("ca.crt");
    const privateKey = this.#read("ca.key");
    return certificate === undefined || privateKey === undefined ? undefined : { certificate, privateKey };
  }

  /** The port that was listened on last. */
  get port(): number | undefined {
    const text = this.#read("port");
    return text === undefined ? undefined : Number(text);
  }

  noteAuthority({ certificate, privateKey }: CertificateAndKey): void {
    this.#write("ca.crt", certificate);
    this.#write("ca.key", privateKey);
  }

  notePort(port: number): void {
    this.#write("port", String(port));
  }

  restore(store: Store): void {
    for (const { collection, object } of this.#objects) store.restore(collection, object);
  }

  /** Writes down every change from now on, before anything else learns of it. */
  follow(store: Store): void {
    store.keepJournal((change) => {
      this.#append(lineOf(change));
    });
  }

  close(): void {
    this.#journal?.close();
    this.#journal = undefined;
  }

  #append(line: JournalLine): void {
    this.#journal?.append(`${stringifyJson(line)}\n`);
  }

  #compact(): void {
    const file = path.join(this.#directory, "journal.jsonl");
    const lines: JournalLine[] = [
      { r: this.revision },
      ...this.#objects.map(({ collection, object }) => ({ r: this.revision, c: collection, o: object })),
    ];
    writeFileSync(`${file}.new`, lines.map((line) => `${stringifyJson(line)}\n`).join(""), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.#journal = new JournalFile(file);
  }

  #read(name: string): string | undefined {
    return readIfThere(path.join(this.#directory, name));
  }

  #write(name: string, content: string): void {
    writeFileSync(path.join(this.#directory, name), content, { mode: 0o600 });
  }
}

function lineOf({ type, collection, revision, object }: Change): JournalLine {
  if (type === "DELETED") return { r: revision, c: collection, d: objectKeyText(object.metadata) };
  return { r: revision, c: collection, o: object };
}

/** @throws Error that names the file and the line. */
function replay(file: string): { revision: number; objects: StoredObject[] } {
  const objects = new Map<string, StoredObject>();
  let revision = 1;
  const lines = (readIfThere(file) ?? "").split("\n");
  // The last line has no end if the process died while it was written: its write was never answered.
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const { r, c = "", o, d } = readLine(line, `${file}:${index + 1}`);
    revision = r;
    if (o !== undefined) objects.set(`${c} ${objectKeyText(o.metadata)}`, { collection: c, object: o });
    if (d !== undefined) objects.delete(`${c} ${d}`);
  }
  return { revision, objects: [...objects.values()] };
}

/** @param place - of the line, for the error. */
function readLine(line: string, place: string): JournalLine {
  let read: unknown;
  try {
    read = parseJson(line, { integers: "exact" });
  } catch {
    // No more can be said without quoting what may be secret.
  }
  if (isJournalLine(read)) return read;
  throw new Error(
    `${place}: this is not a line of the journal; restore the file from a copy, or remove the line, and with it one change`,
  );
}

function isJournalLine(value: unknown): value is JournalLine {
  if (!isJsonObject(value) || typeof value.r !== "number") return false;
  const { c = "", o, d = "" } = value;
  return (
    typeof c === "string" && typeof d === "string" && (o === undefined || textAt(o, "metadata", "name") !== undefined)
  );
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
