import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { canonicalIPAddress, objectKeyText } from "@capstan/kube";
import type { Clock } from "@capstan/runtime";
import { HeldAddresses } from "./held-addresses.ts";

/** How long an address that only a request has shown counts as in use, in milliseconds: its release may cause no event. */
const rememberedMs = 5 * 60_000;

/**
 * Addresses that the API server has and the cache does not: so new that no event has come, or in namespaces that the manager does not watch.
 * They are in use until an event or for five minutes; without them, an author would choose the same address again and again. Those of
 * namespaces that are not watched are read together, at first and again after five minutes, because each that is tried costs several
 * requests.
 */
export class UnwatchedRivals {
  readonly #clock: Clock;
  readonly #held = new HeldAddresses();
  /** By the key of the address, oldest first. */
  readonly #remembered = new Map<string, Remembered>();
  /** Until when the last list of a pool's addresses holds; only of pools of which it showed some. */
  readonly #listedUntilMs = new Map<string, number>();

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

  /** Remembers an address that the cache will show. */
  remember(pool: string, rival: DeepReadonly<IPAddress>): void {
    this.#remember(pool, rival, false);
  }

  /** Remembers the addresses of a pool in namespaces that are not watched, in place of those of the last time. */
  replaceListed(pool: string, addresses: readonly DeepReadonly<IPAddress>[]): void {
    const last = [...this.#remembered].filter(([, known]) => known.isListed && known.pool === pool);
    for (const [key] of last) this.forget(key);
    for (const each of addresses) this.#remember(pool, each, true);
    if (addresses.length === 0) this.#listedUntilMs.delete(pool);
    else this.#listedUntilMs.set(pool, this.#clock.monotonic() + rememberedMs);
  }

  /** Whether the addresses of a pool must be listed again. */
  isOutdated(pool: string): boolean {
    const untilMs = this.#listedUntilMs.get(pool);
    return untilMs !== undefined && untilMs <= this.#clock.monotonic();
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

  #remember(pool: string, { metadata, spec }: DeepReadonly<IPAddress>, isListed: boolean): void {
    const key = objectKeyText(metadata);
    this.forget(key);
    const address = canonicalIPAddress(spec.address) ?? spec.address;
    this.#remembered.set(key, { pool, address, isListed, untilMs: this.#clock.monotonic() + rememberedMs });
    this.#held.hold(pool, address, key);
  }
}

interface Remembered {
  readonly pool: string;
  readonly address: string;
  readonly isListed: boolean;
  readonly untilMs: number;
}
