import { mkdirSync } from "node:fs";
import path from "node:path";
import { DirectoryLock, StateDirectoryError } from "../../state-directory/index.ts";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { type Snapshot } from "../change.ts";
import { type Store } from "../store.ts";
import { type FsyncPolicy } from "./journal-file.ts";
import { Journal } from "./journal.ts";
import { readFileIfThere, replaceFile } from "./replace-file.ts";

/** A server's state on disk: a journal of writes, the server's keys, and a lock that excludes other servers. */
export class DataDirectory {
  /** The state when the directory was opened. */
  readonly snapshot: Snapshot;
  readonly #directory: string;
  readonly #lock: DirectoryLock;
  #journal: Journal | undefined;

  private constructor(directory: string, lock: DirectoryLock) {
    this.#directory = directory;
    this.#lock = lock;
    this.snapshot = Journal.read(this.#journalFile);
  }

  /**
   * Locks the directory for this process, until {@link close}.
   *
   * @throws StateDirectoryError another server uses it, or a line of the journal cannot be read.
   */
  static async open(directory: string): Promise<DataDirectory> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const lock = await DirectoryLock.acquire(directory);
    if (lock === undefined)
      throw new StateDirectoryError(directory, "another API server uses it; stop that one, or name another directory");
    try {
      return new DataDirectory(directory, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get certificateAuthority(): CertificateAndKey | undefined {
    const certificate = this.#read("ca.crt");
    const privateKey = this.#read("ca.key");
    return certificate === undefined || privateKey === undefined ? undefined : { certificate, privateKey };
  }

  /** The last port that was listened on. */
  get port(): number | undefined {
    const text = this.#read("port");
    return text === undefined ? undefined : Number(text);
  }

  /** The secret stored under `name`; `make` creates it if it does not exist. */
  async secret(name: string, make: () => string | Promise<string>): Promise<string> {
    const known = this.#read(name);
    if (known !== undefined) return known;
    const secret = await make();
    this.#write(name, secret);
    return secret;
  }

  noteAuthority({ certificate, privateKey }: CertificateAndKey): void {
    this.#write("ca.crt", certificate);
    this.#write("ca.key", privateKey);
  }

  notePort(port: number): void {
    this.#write("port", String(port));
  }

  /** Writes every change to the journal, before any other listener sees it. */
  follow(store: Store, fsync: FsyncPolicy): void {
    const journal = Journal.begin(this.#journalFile, { fsync, current: () => store.snapshot() });
    this.#journal = journal;
    store.keepJournal((change) => {
      journal.append(change);
    });
  }

  /** Unlocks the directory for other servers. Later changes of a followed store fail. */
  async close(): Promise<void> {
    this.#journal?.close();
    await this.#lock.release();
  }

  get #journalFile(): string {
    return path.join(this.#directory, "journal");
  }

  #read(name: string): string | undefined {
    return readFileIfThere(path.join(this.#directory, name));
  }

  #write(name: string, content: string): void {
    replaceFile(path.join(this.#directory, name), content);
  }
}
