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

/** A provider's program. */
export interface ProviderProgram {
  /** The absolute path of its file. */
  readonly entry: string;
  /** Its working folder. */
  readonly folder: string;
}

/** The input of a process. */
export interface ProcessOptions {
  /** For state that survives restarts; see `devMap` of `@capstan/provider`. */
  readonly stateFolder: string;
  readonly reports: Pick<ProviderReports, "line" | "reconciled" | "slowed">;
}

/** The time for an orderly stop; reconciles are aborted immediately. */
const stopMs = 3_000;
/** How long to wait for a response of a busy process. */
const answerMs = 2_000;

/** A process for a provider: it has loaded the SDK and waits for {@link ProviderProcess.begin}. */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #reports: ProcessOptions["reports"];
  readonly #losses = new Map<number, (count: number) => void>();
  #error: ObservedError | undefined;
  readonly ended: Promise<Ending>;

  constructor({ entry, folder }: ProviderProgram, { stateFolder, reports }: ProcessOptions) {
    this.#reports = reports;
    // In the repository itself, the SDK is loaded from its sources, as the command is.
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
    // A message to a process that has just ended is lost; the end itself is reported below.
    this.#child.on("error", () => undefined);
    this.ended = once(this.#child, "close").then(
      ([code, signal]) => (signal as NodeJS.Signals | null) ?? (code as number),
    );
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The uncaught error that ended it, if any. */
  get error(): ObservedError | undefined {
    return this.#error;
  }

  /** @param flags - of the provider. */
  begin(flags: readonly string[]): void {
    this.#send({ type: "begin", flags });
  }

  /** Delays calls that leave the process to any host except `except` (host and port). */
  slowCloud(ms: number, except: string): void {
    this.#send({ type: "slow-cloud", ms, except });
  }

  /** Makes a cloud in memory lose its resource with one of these names. @returns the number of lost resources; 0 without a response. */
  async lose(keys: readonly string[]): Promise<number> {
    const number = this.#losses.size + 1;
    const lost = new Promise<number>((resolve) => this.#losses.set(number, resolve));
    this.#send({ type: "lose", number, keys });
    return Promise.race([lost, systemClock.sleep(answerMs).then(() => 0)]);
  }

  /** Stops the process; kills it if it has not ended after 3 s. */
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

/** In the built package, or alongside this source file. */
function runner(): string {
  const built = path.join(import.meta.dirname, "dev/runner.js");
  return existsSync(built) ? built : path.join(import.meta.dirname, "runner.ts");
}
