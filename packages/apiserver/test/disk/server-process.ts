import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";

const program = path.resolve(import.meta.dirname, "../../src/main.ts");

/** A directory that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "apiserver-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The server as its users start it, with its state in `data` in a directory; it is killed when the test ends. */
export class ServerProcess {
  readonly kubeconfigFile: string;
  readonly process: ChildProcess;
  output = "";

  /** @param limit - of a file, in KiB; longer files run out of space. */
  constructor(directory: string, { limit = "unlimited" }: { limit?: number | "unlimited" } = {}) {
    this.kubeconfigFile = path.join(directory, "kubeconfig");
    const command = `ulimit -S -f ${limit}; exec "$0" --conditions=source "$1" --data-dir "$2" --kubeconfig-out "$3"`;
    const values = [process.execPath, program, path.join(directory, "data"), this.kubeconfigFile];
    this.process = spawn("bash", ["-c", command, ...values], { stdio: ["ignore", "ignore", "pipe"] });
    this.process.stderr?.on("data", (bytes: Buffer) => (this.output += bytes.toString()));
    onTestFinished(() => this.kill());
  }

  /** @returns the kubeconfig of an administrator. */
  async ready(): Promise<string> {
    while (!this.output.includes("Wrote a kubeconfig")) {
      if (this.process.exitCode !== null) throw new Error(this.output);
      await delay(20);
    }
    return readFileSync(this.kubeconfigFile, "utf8");
  }

  /** Removes the limit, as a user who frees disk space. */
  free(): void {
    execFileSync("prlimit", ["--pid", String(this.process.pid), "--fsize=unlimited:unlimited"]);
  }

  /** Also removes the kubeconfig, which a killed server leaves behind. */
  async kill(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = once(this.process, "exit");
      this.process.kill("SIGKILL");
      await gone;
    }
    rmSync(this.kubeconfigFile, { force: true });
  }
}
