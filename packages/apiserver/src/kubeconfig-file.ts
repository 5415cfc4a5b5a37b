import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";

/** A file is in the way. The message has the remedy. */
export class FileInTheWayError extends Error {}

/** The first line of every kubeconfig that this class writes, which identifies it. */
const mark = /^# Written by capstan-apiserver, process (\d+); removed when it stops\.\n/;

/**
 * The kubeconfig that a server writes for others. Replaces only files of servers that ended without removing them, and removes only its own
 * file.
 */
export class KubeconfigFile {
  readonly #path: string;
  #text = "";

  /** @throws FileInTheWayError the existing file must be kept. */
  constructor(path: string) {
    this.#path = path;
    this.#checkPlace();
  }

  /** @throws FileInTheWayError another file has been created since. */
  write(kubeconfig: string): void {
    const isThere = this.#checkPlace();
    this.#text = `# Written by capstan-apiserver, process ${process.pid}; removed when it stops.\n${kubeconfig}`;
    // Under a temporary name first, so that no one reads half of it.
    const target = isThere ? `${this.#path}.${randomUUID()}` : this.#path;
    try {
      writeFileSync(target, this.#text, { mode: 0o600, flag: "wx" });
    } catch (error) {
      throw isCode(error, "EEXIST") ? this.#inTheWay() : error;
    }
    if (isThere) renameSync(target, this.#path);
  }

  /** Removes the file if it is unchanged. */
  remove(): void {
    if (this.#text !== "" && this.#read() === this.#text) rmSync(this.#path, { force: true });
  }

  /** @returns whether there is a file that may be replaced. */
  #checkPlace(): boolean {
    const found = this.#read();
    if (found === undefined) return false;
    const [, writer] = mark.exec(found) ?? [];
    if (writer === undefined) throw this.#inTheWay();
    // This process's id may have belonged to an earlier process: the first process of a container always has the same id.
    if (Number(writer) !== process.pid && isRunning(Number(writer))) {
      throw new FileInTheWayError(
        `--kubeconfig-out ${this.#path}: process ${writer} has written this file and still runs; stop it, or name another file`,
      );
    }
    return true;
  }

  /** @returns `undefined` if the file does not exist. */
  #read(): string | undefined {
    try {
      if (!lstatSync(this.#path).isFile()) return "";
      return readFileSync(this.#path, "utf8");
    } catch (error) {
      if (isCode(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  #inTheWay(): FileInTheWayError {
    return new FileInTheWayError(
      `--kubeconfig-out ${this.#path}: this file exists and was not written by capstan-apiserver; name another file, or remove it`,
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return isCode(error, "EPERM");
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
