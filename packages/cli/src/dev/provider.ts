import { freePorts } from "@capstan/testkit";
import { systemClock } from "@capstan/runtime";
import { ProviderProcess, type ProviderProgram } from "./provider-process.ts";
import type { ProviderReports } from "./provider-reports.ts";

/** How often to check whether a starting provider is ready. */
const readyPollMs = 20;

/** The needs of {@link Provider} in addition to its program. */
export interface ProviderOptions {
  /** Flags for each of its processes. */
  readonly flags: readonly string[];
  /** For state that survives restarts; see `devMap` of `@capstan/provider`. */
  readonly stateFolder: string;
  /** Host and port of its API server. */
  readonly apiServer: string;
  readonly reports: ProviderReports;
}

/** The provider under development: the running process, and a spare one for the next restart. */
export class Provider implements AsyncDisposable {
  readonly #program: ProviderProgram;
  readonly #options: ProviderOptions;
  #next: ProviderProcess;
  #current: ProviderProcess | undefined;
  /** However many changes come during a restart, one more restart follows. */
  #restart: Promise<void> = Promise.resolve();
  #isRestartWanted = false;
  #isClosed = false;
  #slowMs = 0;

  constructor(program: ProviderProgram, options: ProviderOptions) {
    this.#program = program;
    this.#options = options;
    this.#next = this.#prepare();
  }

  /**
   * Restarts it from its current sources.
   *
   * @param changed - the files that cause the restart; none at the first start.
   */
  restart(changed: readonly string[]): Promise<void> {
    if (this.#isRestartWanted) return this.#restart;
    this.#isRestartWanted = true;
    const startedMs = systemClock.monotonic();
    this.#restart = this.#restart.then(async () => {
      this.#isRestartWanted = false;
      if (!this.#isClosed) await this.#begin(changed, startedMs);
    });
    return this.#restart;
  }

  /** Delays its calls to any server except its API server, also after restarts. @param ms - the delay; 0: none. */
  slowCloud(ms: number): void {
    this.#slowMs = ms;
    this.#current?.slowCloud(ms, this.#options.apiServer);
  }

  /** Makes its cloud in memory lose its resource with one of these names. @returns the number of lost resources. */
  async lose(keys: readonly string[]): Promise<number> {
    return (await this.#current?.lose(keys)) ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#next.end(), this.#current?.end()]);
    await this.#restart;
  }

  #prepare(): ProviderProcess {
    const { stateFolder, reports } = this.#options;
    return new ProviderProcess(this.#program, { stateFolder, reports });
  }

  async #begin(changed: readonly string[], startedMs: number): Promise<void> {
    const { flags, apiServer, reports } = this.#options;
    const previous = this.#current;
    this.#current = undefined;
    reports.starting(changed);
    // Two processes would write the same objects.
    await previous?.end();
    const [healthPort = 0] = await freePorts(1);
    const health = `127.0.0.1:${healthPort}`;
    // A spare process that has ended could not even be loaded: the next one reports why.
    const process = this.#next.hasEnded ? this.#prepare() : this.#next;
    process.begin([...flags, `--health-addr=${health}`]);
    if (this.#slowMs > 0) process.slowCloud(this.#slowMs, apiServer);
    this.#current = process;
    this.#next = this.#prepare();
    void process.ended.then((ending) => {
      if (this.#current === process && !this.#isClosed) reports.ended(ending, process.error);
    });
    if (await isReady(process, health)) {
      reports.running({ changed, afterMs: systemClock.monotonic() - startedMs });
    }
  }
}

/** @returns false if it ended before it was ready. */
async function isReady(process: ProviderProcess, health: string): Promise<boolean> {
  while (!process.hasEnded) {
    const isOk = await fetch(`http://${health}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOk) return true;
    await systemClock.sleep(readyPollMs);
  }
  return false;
}
