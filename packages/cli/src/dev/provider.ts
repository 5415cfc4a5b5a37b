import { freePorts } from "@capstan/testkit";
import { systemClock } from "@capstan/runtime";
import type { DevOutput } from "./output.ts";
import { ProviderProcess, type ProviderProgram } from "./provider-process.ts";

/** How often a provider that begins is asked whether it is ready. */
const readyPollMs = 20;

/** The provider under development: one process that is it, and one that waits to be the next. */
export class Provider implements AsyncDisposable {
  readonly #program: ProviderProgram;
  readonly #flags: readonly string[];
  readonly #stateFolder: string;
  readonly #output: DevOutput;
  #next: ProviderProcess;
  #current: ProviderProcess | undefined;
  /** Changes come while a restart is under way: one more follows, however many they are. */
  #restart: Promise<void> = Promise.resolve();
  #isRestartWanted = false;
  #isClosed = false;

  /** @param flags - for every process of it. */
  constructor(
    program: ProviderProgram,
    { flags, stateFolder, output }: { flags: readonly string[]; stateFolder: string; output: DevOutput },
  ) {
    this.#program = program;
    this.#flags = flags;
    this.#stateFolder = stateFolder;
    this.#output = output;
    this.#next = this.#prepare();
  }

  /**
   * Has it run from the sources as they are now.
   *
   * @param changed - the files that are the reason; none at the first start.
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#next.end(), this.#current?.end()]);
    await this.#restart;
  }

  #prepare(): ProviderProcess {
    return new ProviderProcess(this.#program, {
      stateFolder: this.#stateFolder,
      onLine: (line) => {
        this.#output.providerLine(line);
      },
    });
  }

  async #begin(changed: readonly string[], startedMs: number): Promise<void> {
    const previous = this.#current;
    this.#current = undefined;
    // Two of them would write the same objects.
    await previous?.end();
    const [healthPort = 0] = await freePorts(1);
    const health = `127.0.0.1:${healthPort}`;
    // One that has ended while it waited could not even be loaded: the next one says why.
    const process = this.#next.hasEnded ? this.#prepare() : this.#next;
    process.begin([...this.#flags, `--health-addr=${health}`]);
    this.#current = process;
    this.#next = this.#prepare();
    void process.ended.then((ending) => {
      if (this.#current === process && !this.#isClosed) this.#output.providerEnded(ending);
    });
    if (await isReady(process, health)) {
      this.#output.providerRunning({ changed, afterMs: systemClock.monotonic() - startedMs });
    }
  }
}

/** @returns false if it has ended before it was. */
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
