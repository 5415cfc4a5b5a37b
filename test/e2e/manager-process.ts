import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The commands that run as processes of their own, by the file they start from. */
export const managerCommands = {
  "capstan-core": "packages/core-controllers/src/main.ts",
  "capstan-bootstrap-kubeadm": "packages/bootstrap-kubeadm/src/main.ts",
  "capstan-infrastructure-mock": "packages/infrastructure-mock/src/main.ts",
} as const;

/** A manager as a process of its own. Disposing it ends it, and waits until it has ended. */
export class ManagerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = "";

  constructor(name: keyof typeof managerCommands, argv: readonly string[]) {
    this.#child = spawn(process.execPath, ["--conditions=source", managerCommands[name], ...argv], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#exited = once(this.#child, "exit");
  }

  /** Everything printed so far, for the message of a failing test. */
  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child.kill(signal);
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.running) await this.end("SIGKILL");
  }
}
