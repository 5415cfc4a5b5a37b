import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";

/** A file that is in the way. The message says what to do. */
export class FileInTheWayError extends Error {}

/** The first line of every kubeconfig that is written here, by which it is recognized. */
const mark = /^# Written by capstan-apiserver, process (\d+); removed when it stops\.\n/;

/**
 * The kubeconfig that a server leaves for others. It replaces nothing but one that a server has left which has ended without removing
 * it, and removes nothing but what it wrote.
 */
export class KubeconfigFile {
  readonly #path: string;
  #text = "";

  /** @throws FileInTheWayError there is something at the path that must be kept. */
  constructor(path: string) {
    this.#path = path;
    this.#checkPlace();
  }

  /** @throws FileInTheWayError something has been put there since. */
  write(kubeconfig: string): void {
    const isThere = this.#checkPlace();
    this.#text = `# Written by capstan-apiserver, process ${process.pid}; removed when it stops.\n${kubeconfig}`;
    // Under a name of its own first, so that no one reads half of it.
    const target = isThere ? `${this.#path}.${randomUUID()}` : this.#path;
    try {
      writeFileSync(target, this.#text, { mode: 0o600, flag: "wx" });
    } catch (error) {
      throw isCode(error, "EEXIST") ? this.#inTheWay() : error;
    }
    if (isThere) renameSync(target, this.#path);
  }

  /** Removes it if it is still what was written. */
  remove(): void {
    if (this.#text !== "" && this.#read() === this.#text) rmSync(this.#path, { force: true });
  }

  /** @returns whether there is one that may be replaced. */
  #checkPlace(): boolean {
    const found = this.#read();
    if (found === undefined) return false;
    const [, writer] = mark.exec(found) ?? [];
    if (writer === undefined) throw this.#inTheWay();
    // A number that is ours now was that of a process before: the first of a container always has the same.
    if (Number(writer) !== process.pid && isRunning(Number(writer))) {
      throw new FileInTheWayError(
        `--kubeconfig-out ${this.#path}: process ${writer} has written this file and still runs; stop it, or name another file`,
      );
    }
    return true;
  }

  /** @returns `undefined` if there is nothing. */
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
