import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { devStateVariable } from "@capstan/provider";
import { systemClock } from "@capstan/runtime";
import type { ObservedError } from "../page/follow-reconciles.ts";
import type { Ending } from "./ending.ts";
import type { FromProvider, ToProvider } from "./provider-messages.ts";
import type { ProviderReports } from "./provider-reports.ts";

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
  readonly reports: Pick<ProviderReports, "line" | "reconciled" | "slowed">;
}

/** It is given this long to stop in order; its reconciles are aborted at once. */
const stopMs = 3_000;
/** As long as a process may be busy that is asked something. */
const answerMs = 2_000;

/** One process for a provider: it has loaded the SDK and waits until {@link ProviderProcess.begin}. */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #reports: ProcessOptions["reports"];
  readonly #losses = new Map<number, (count: number) => void>();
  #error: ObservedError | undefined;
  readonly ended: Promise<Ending>;

  constructor({ entry, folder }: ProviderProgram, { stateFolder, reports }: ProcessOptions) {
    this.#reports = reports;
    // In the repository itself the SDK is loaded from its sources, as the command is.
    const conditions = import.meta.filename.endsWith(".ts") ? ["--conditions=source"] : [];
    this.#child = spawn(process.execPath, ["--enable-source-maps", ...conditions, runner(), entry], {
      cwd: folder,
      env: { ...process.env, [devStateVariable]: stateFolder },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output !== null)
        createInterface({ input: output }).on("line", (line) => {
          reports.line(line);
        });
    }
    this.#child.on("message", (message) => {
      this.#received(message as FromProvider);
    });
    // A message to a process that has just ended is lost; that it has ended is reported below.
    this.#child.on("error", () => undefined);
    this.ended = once(this.#child, "close").then(
      ([code, signal]) => (signal as NodeJS.Signals | null) ?? (code as number),
    );
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What ended it, if that was thrown and not caught. */
  get error(): ObservedError | undefined {
    return this.#error;
  }

  /** @param flags - of the provider. */
  begin(flags: readonly string[]): void {
    this.#send({ type: "begin", flags });
  }

  /** Makes calls slow that leave the process for anything but `except`, a host with its port. */
  slowCloud(ms: number, except: string): void {
    this.#send({ type: "slow-cloud", ms, except });
  }

  /** Has a cloud in memory lose what it has under one of these names. @returns how much it was; 0 if it does not answer. */
  async lose(keys: readonly string[]): Promise<number> {
    const number = this.#losses.size + 1;
    const lost = new Promise<number>((resolve) => this.#losses.set(number, resolve));
    this.#send({ type: "lose", number, keys });
    return Promise.race([lost, systemClock.sleep(answerMs).then(() => 0)]);
  }

  /** Ends it, in order if it does so within 3 s. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    this.#child.kill("SIGTERM");
    const timer = systemClock.setTimer(stopMs, () => this.#child.kill("SIGKILL"));
    await this.ended;
    timer.cancel();
  }

  #send(message: ToProvider): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #received(message: FromProvider): void {
    switch (message.type) {
      case "reconciles":
        this.#reports.reconciled(message.reconciles);
        return;
      case "threw":
        this.#error = message.error;
        return;
      case "slowed":
        this.#reports.slowed();
        return;
      case "lost":
        this.#losses.get(message.number)?.(message.count);
    }
  }
}

/** Next to the built package, or next to this source file. */
function runner(): string {
  const built = path.join(import.meta.dirname, "dev/runner.js");
  return existsSync(built) ? built : path.join(import.meta.dirname, "runner.ts");
}
