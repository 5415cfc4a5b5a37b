import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";

/** Leader election with durations of seconds. */
const election = [
  "--leader-elect",
  "--leader-elect-lease-duration=4s",
  "--leader-elect-renew-deadline=3s",
  "--leader-elect-retry-period=500ms",
];

/** One of several managers of a provider, each with a share of the objects. Disposing it ends it. */
export class ShareProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #output = "";

  constructor(who: string, kubeconfig: string, flags: readonly string[]) {
    const program = path.join(import.meta.dirname, "manager.ts");
    const unserved = ["--health-addr=0", "--diagnostics-address=0"];
    const args = ["--conditions=source", program, "--kubeconfig", kubeconfig, ...unserved, ...election, ...flags];
    const env = { ...process.env, CAPSTAN_SHARE: who };
    this.#child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    }
    this.#exited = once(this.#child, "close");
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child.kill(signal);
    await this.#exited;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end("SIGKILL");
  }
}
