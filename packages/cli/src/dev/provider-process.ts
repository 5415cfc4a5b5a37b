import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { devStateVariable } from "@capstan/provider";
import { systemClock } from "@capstan/runtime";

/** A provider, as its author has it. */
export interface ProviderProgram {
  /** The file that runs it, in full. */
  readonly entry: string;
  /** The folder that it is run in. */
  readonly folder: string;
}

/** What a process is given. */
export interface ProcessOptions {
  /** For what is to survive restarts; see `devMap` of `@capstan/provider`. */
  readonly stateFolder: string;
  /** Gets each line that it prints. */
  readonly onLine: (line: string) => void;
}

/** How a process has ended: `0`, `1`, or the name of a signal. */
export type Ending = number | NodeJS.Signals;

/** It is given this long to stop in order; its reconciles are aborted at once. */
const stopMs = 3_000;

/** One process for a provider: it has loaded the SDK and waits until {@link ProviderProcess.begin}. */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ending>;

  constructor({ entry, folder }: ProviderProgram, { stateFolder, onLine }: ProcessOptions) {
    // In the repository itself the SDK is loaded from its sources, as the command is.
    const conditions = import.meta.filename.endsWith(".ts") ? ["--conditions=source"] : [];
    this.#child = spawn(process.execPath, ["--enable-source-maps", ...conditions, runner(), entry], {
      cwd: folder,
      env: { ...process.env, [devStateVariable]: stateFolder },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output !== null) createInterface({ input: output }).on("line", onLine);
    }
    // A message to a process that has just ended is lost; that it has ended is reported below.
    this.#child.on("error", () => undefined);
    this.ended = once(this.#child, "close").then(
      ([code, signal]) => (signal as NodeJS.Signals | null) ?? (code as number),
    );
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** @param flags - of the provider. */
  begin(flags: readonly string[]): void {
    if (this.#child.connected) this.#child.send(flags, () => undefined);
  }

  /** Ends it, in order if it does so within 3 s. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    this.#child.kill("SIGTERM");
    const timer = systemClock.setTimer(stopMs, () => this.#child.kill("SIGKILL"));
    await this.ended;
    timer.cancel();
  }
}

/** Next to the built package, or next to this source file. */
function runner(): string {
  const built = path.join(import.meta.dirname, "dev/runner.js");
  return existsSync(built) ? built : path.join(import.meta.dirname, "runner.ts");
}
