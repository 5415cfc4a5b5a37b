import { TokenBuckets } from "@capstan/kube";
import { type Clock } from "@capstan/runtime";

/** How many Machines a second the sets of a namespace create, unless the operator says otherwise. */
export const usualMachinesPerSecond = 10;

/** A namespace that has not created any for two seconds creates as many at once. */
const burstSeconds = 2;

/** Until more may be created, in milliseconds: a few at a time, since each time a set looks at all of its Machines. */
const waitMs = 500;

/**
 * How many Machines the sets of each namespace create. A Machine costs the managers and the API server some 50 ms of a processor: turns
 * are of reconciles, so that only a rate leaves other namespaces their share of the processors.
 */
export class CreationRate {
  readonly #buckets: TokenBuckets | undefined;

  /** @param machinesPerSecond - of each namespace; 0: as many as its sets lack. */
  constructor(clock: Clock, machinesPerSecond: number) {
    const burst = Math.ceil(machinesPerSecond * burstSeconds);
    this.#buckets =
      machinesPerSecond === 0 ? undefined : new TokenBuckets(clock, { perSecond: machinesPerSecond, burst });
  }

  readonly waitMs = waitMs;

  /** @returns how many of them may be created now. */
  take(namespace: string | undefined, machines: number): number {
    return this.#buckets?.takeUpTo(namespace ?? "", machines) ?? machines;
  }
}
