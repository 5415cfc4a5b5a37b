import { systemClock } from "@capstan/runtime";
import type { BenchManagers } from "./managers.ts";
import { usageOf } from "./process-usage.ts";
import type { BenchServer } from "./server.ts";
import { requestsBetween, type ServedRequests, total } from "./served-requests.ts";

/** The cost of one stage: the managers' requests, and the CPU seconds of each process. */
export interface StageCost {
  readonly seconds: number;
  readonly requests: readonly ServedRequests[];
  readonly cpuSeconds: Readonly<Record<string, number>>;
}

/** The start of a stage. */
export interface StageBegin {
  readonly atMs: number;
  readonly requests: readonly ServedRequests[];
  readonly cpuSeconds: ReadonlyMap<string, number>;
}

/** Managers without a request for this long are idle. */
const restMs = 4_000;

/** Measures the cost of managers and API server between two moments. */
export class Meter {
  readonly #server: BenchServer;
  readonly #managers: BenchManagers;

  constructor(server: BenchServer, managers: BenchManagers) {
    this.#server = server;
    this.#managers = managers;
  }

  async begin(): Promise<StageBegin> {
    const requests = await this.#requests();
    const cpuSeconds = new Map([...this.#processes()].map(([name, pid]) => [name, usageOf(pid).cpuSeconds]));
    return { atMs: performance.now(), requests, cpuSeconds };
  }

  async end(begun: StageBegin): Promise<StageCost> {
    const seconds = (performance.now() - begun.atMs) / 1_000;
    const cpu = [...this.#processes()].map(([name, pid]): [string, number] => {
      const used = usageOf(pid).cpuSeconds - (begun.cpuSeconds.get(name) ?? 0);
      return [name, Math.round(used * 100) / 100];
    });
    const requests = requestsBetween(begun.requests, await this.#requests());
    return { seconds, requests, cpuSeconds: Object.fromEntries(cpu) };
  }

  /** Resolves once the managers have sent no request for a while. */
  async rest(signal: AbortSignal): Promise<void> {
    let before = -1;
    for (let now = total(await this.#requests()); now !== before; now = total(await this.#requests())) {
      before = now;
      await systemClock.sleep(restMs, signal);
    }
  }

  /** Highest resident memory of each process so far, in MiB. */
  peakRssMiB(): Record<string, number> {
    return Object.fromEntries([...this.#processes()].map(([name, pid]) => [name, Math.round(usageOf(pid).peakRssMiB)]));
  }

  async #requests(): Promise<readonly ServedRequests[]> {
    const all = await this.#server.requests();
    return all.filter(({ manager }) => this.#managers.processes.has(manager));
  }

  #processes(): ReadonlyMap<string, number> {
    return new Map([...this.#managers.processes, ...this.#server.processes]);
  }
}
