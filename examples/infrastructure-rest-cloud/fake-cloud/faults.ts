import { createHash } from "node:crypto";

/** A fault of a request. */
export type Fault = "unavailable" | "replyLost" | "noCapacity" | undefined;

/** The rate of each fault, as a fraction of the requests that can have it. */
export interface FaultRates {
  /** 503, without effect. */
  readonly unavailable: number;
  /** The connection breaks after the request has taken effect. */
  readonly replyLost: number;
  /** A server is accepted, and its operation fails later. */
  readonly noCapacity: number;
}

/**
 * Faults by seed. The fault of a request depends on its subject and its repetition, not on the order in which requests of different
 * machines arrive: a seed always gives the same faults.
 */
export class Faults {
  readonly #seed: number;
  readonly #rates: FaultRates;
  readonly #asked = new Map<string, number>();

  constructor(seed: number, rates: FaultRates) {
    this.#seed = seed;
    this.#rates = rates;
  }

  next(about: string): Fault {
    const count = (this.#asked.get(about) ?? 0) + 1;
    this.#asked.set(about, count);
    const hash = createHash("sha256").update(`${this.#seed} ${about} ${count}`).digest();
    let chance = hash.readUInt32BE() / 2 ** 32;
    for (const fault of ["unavailable", "replyLost", "noCapacity"] as const) {
      chance -= this.#rates[fault];
      if (chance < 0) return fault;
    }
    return undefined;
  }
}
