import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { Reaper } from "../../../packages/testkit/src/real/reaper.ts";
import type { InstalledProvider } from "@capstan/harness/go";

/**
 * A provider as a separate process, with the arguments of its Deployment and the permissions of its ServiceAccount. It ends with this
 * process, even if that is killed.
 */
export class ProviderProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #reaper: Reaper;
  #output = "";

  /**
   * @param main - the file that it starts from.
   * @param options - `conditions`: of Node's exports, by default those for sources; `environment`: variables in addition to those of this
   * process.
   */
  constructor(
    main: string,
    provider: Pick<InstalledProvider, "kubeconfig" | "arguments">,
    options: { readonly conditions?: readonly string[]; readonly environment?: Readonly<Record<string, string>> } = {},
  ) {
    const { conditions = ["source"], environment = {} } = options;
    const directory = mkdtempSync(path.join(tmpdir(), "provider-"));
    this.#reaper = new Reaper(directory);
    const kubeconfig = path.join(directory, "kubeconfig");
    writeFileSync(kubeconfig, provider.kubeconfig, { mode: 0o600 });
    const flags = [
      ...conditions.map((condition) => `--conditions=${condition}`),
      main,
      "--kubeconfig",
      kubeconfig,
      ...provider.arguments,
    ];
    this.#child = spawn(process.execPath, flags, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    if (this.#child.pid !== undefined) this.#reaper.note("provider", this.#child.pid);
  }

  /** The output so far, for the message of a failing test. */
  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reaper.reap();
  }
}
