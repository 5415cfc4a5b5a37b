/**
 * Who holds which address, by pool. It is kept with every change, so that a look at one address reads no others, and the addresses of a
 * pool are one copy.
 */
export class HeldAddresses {
  readonly #pools = new Map<string, OfPool>();

  hold(pool: string, address: string, holder: string): void {
    const of = this.#pools.get(pool) ?? { addresses: new Set(), holders: new Map(), held: new Map() };
    this.#pools.set(pool, of);
    of.addresses.add(address);
    addTo(of.holders, address, holder);
    addTo(of.held, holder, address);
  }

  release(pool: string, address: string, holder: string): void {
    const of = this.#pools.get(pool);
    if (of === undefined) return;
    if (isLast(of.holders, address, holder)) of.addresses.delete(address);
    isLast(of.held, holder, address);
    if (of.addresses.size === 0) this.#pools.delete(pool);
  }

  /** Whether others than `holder` hold an address. */
  isHeldByOthers(pool: string, address: string, holder: string): boolean {
    const holders = this.#pools.get(pool)?.holders.get(address);
    return holders !== undefined && holders.size > (holders.has(holder) ? 1 : 0);
  }

  /** A copy of the addresses that others than `holder` hold. */
  heldByOthers(pool: string, holder: string): Set<string> {
    const of = this.#pools.get(pool);
    const copy = new Set(of?.addresses);
    for (const address of of?.held.get(holder) ?? []) {
      if (!this.isHeldByOthers(pool, address, holder)) copy.delete(address);
    }
    return copy;
  }
}

interface OfPool {
  readonly addresses: Set<string>;
  /** By address. */
  readonly holders: Map<string, Set<string>>;
  /** By holder. */
  readonly held: Map<string, Set<string>>;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set<string>();
  map.set(key, values.add(value));
}

/** Removes a value of a key. @returns whether the key had no other. */
function isLast(map: Map<string, Set<string>>, key: string, value: string): boolean {
  const values = map.get(key);
  values?.delete(value);
  return values?.size === 0 && map.delete(key);
}
