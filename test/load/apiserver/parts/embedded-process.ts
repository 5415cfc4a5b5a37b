import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";

const program = path.resolve(import.meta.dirname, "../../../../packages/apiserver/dist/main.js");

/** The embedded server as users start it: the build, in a separate process. */
export class EmbeddedProcess implements AsyncDisposable {
  readonly kubeconfig: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    this.kubeconfig = readFileSync(path.join(folder, "kubeconfig"), "utf8");
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves once it reports that it serves. */
  static async start(): Promise<EmbeddedProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), "capstan-bench-"));
    const child = spawn(process.execPath, [program, "--kubeconfig-out", path.join(folder, "kubeconfig")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes("Wrote a kubeconfig")) return new EmbeddedProcess(child, folder);
    }
    rmSync(folder, { recursive: true, force: true });
    throw new Error(output);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
