import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { canonicalIPAddress, objectKeyText } from "@capstan/kube";
import type { Clock } from "@capstan/runtime";
import { HeldAddresses } from "./held-addresses.ts";

/** How long an address that only a request has shown counts as in use, in milliseconds: its release may cause no event. */
const rememberedMs = 5 * 60_000;

/**
 * Addresses that the API server has and the cache does not: of claims in namespaces that the manager does not watch, or so new that no event
 * has come. They are in use until an event or for five minutes; without them, an author would choose the same address again and again.
 */
export class UnwatchedRivals {
  readonly #clock: Clock;
  readonly #held = new HeldAddresses();
  /** By the key of the address, oldest first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The addresses that are remembered now. */
  get held(): HeldAddresses {
    const nowMs = this.#clock.monotonic();
    for (const [key, { untilMs }] of this.#remembered) {
      if (untilMs > nowMs) break;
      this.forget(key);
    }
    return this.#held;
  }

  remember(pool: string, { metadata, spec }: DeepReadonly<IPAddress>): void {
    const key = objectKeyText(metadata);
    this.forget(key);
    const address = canonicalIPAddress(spec.address) ?? spec.address;
    this.#remembered.set(key, { pool, address, untilMs: this.#clock.monotonic() + rememberedMs });
    this.#held.hold(pool, address, key);
  }

  /** Called when an event shows the address: the cache knows better from then on. */
  forget(key: string): void {
    const known = this.#remembered.get(key);
    if (known === undefined) return;
    this.#remembered.delete(key);
    this.#held.release(known.pool, known.address, key);
  }

  /** How long until an address of a pool may be free again; undefined if none is remembered. */
  waitMs(pool: string): number | undefined {
    const nowMs = this.#clock.monotonic();
    for (const { pool: of, untilMs } of this.#remembered.values()) if (of === pool) return Math.max(0, untilMs - nowMs);
    return undefined;
  }
}

interface Remembered {
  readonly pool: string;
  readonly address: string;
  readonly untilMs: number;
}
