import { TokenBuckets } from "@capstan/kube";
import { type Clock } from "@capstan/runtime";

/** How many Machines a second the sets of a namespace create by default. */
export const usualMachinesPerSecond = 10;

/** A namespace that has created no Machine for two seconds may create as many at once. */
const burstSeconds = 2;

/** Milliseconds until more may be created. Machines are created in batches, because each attempt reads all Machines of the set. */
const waitMs = 500;

/**
 * Limits how many Machines the sets of each namespace create. A Machine costs the managers and the API server about 50 ms of CPU time.
 * Namespaces take turns by reconciles, which may each create many Machines, so only a rate leaves other namespaces their share of the CPU.
 */
export class CreationRate {
  readonly #buckets: TokenBuckets | undefined;

  /** @param machinesPerSecond - per namespace; 0: no limit. */
  constructor(clock: Clock, machinesPerSecond: number) {
    const burst = Math.ceil(machinesPerSecond * burstSeconds);
    this.#buckets =
      machinesPerSecond === 0 ? undefined : new TokenBuckets(clock, { perSecond: machinesPerSecond, burst });
  }

  readonly waitMs = waitMs;

  /** @returns how many of these Machines may be created now. */
  take(namespace: string | undefined, machines: number): number {
    return this.#buckets?.takeUpTo(namespace ?? "", machines) ?? machines;
  }
}
