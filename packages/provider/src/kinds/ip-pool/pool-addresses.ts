import { type DeepReadonly, IPAddress, type ObjectKey, type PoolReference, type ResourceKind } from "@capstan/contract";
import { canonicalIPAddress, objectKeyText } from "@capstan/kube";
import type { Informer, Manager, ObjectIndex } from "@capstan/runtime";
import { poolIndexValue } from "./pool-reference.ts";

/** Where a pool is, and its reference. */
export interface PlacedPool {
  /** Undefined for a cluster-wide pool. */
  readonly namespace: string | undefined;
  readonly reference: PoolReference;
}

/**
 * The addresses of a kind's pools: the stored IPAddresses, in the cache, and those that reconciles of this process are about to create. The
 * second set keeps concurrent reconciles from choosing the same address; it holds no address that is not also being created.
 */
export class PoolAddresses {
  readonly #informer: Informer<IPAddress>;
  readonly #index: ObjectIndex<IPAddress>;
  readonly #isNamespaced: boolean;
  /** By pool, then by address: the key of the claim. */
  readonly #coming = new Map<string, Map<string, string>>();

  constructor({ cache }: Pick<Manager, "cache">, { namespaced }: ResourceKind) {
    this.#informer = cache.informer(IPAddress);
    this.#index = this.#informer.addIndex("capstan-provider/pool", ({ spec }) => [poolIndexValue(spec.poolRef)]);
    this.#isNamespaced = namespaced;
  }

  /** The stored addresses of a pool. */
  async of(pool: PlacedPool, signal: AbortSignal): Promise<readonly DeepReadonly<IPAddress>[]> {
    await this.#synced(signal);
    return this.#stored(pool);
  }

  /** The stored address of a name. */
  async named(key: ObjectKey, signal: AbortSignal): Promise<DeepReadonly<IPAddress> | undefined> {
    await this.#synced(signal);
    return this.#informer.get(key);
  }

  /** The addresses that claims other than this one have or are about to get, in canonical form. */
  async inUse(pool: PlacedPool, claim: ObjectKey, signal: AbortSignal): Promise<ReadonlySet<string>> {
    await this.#synced(signal);
    return this.#usedBy(pool, claim);
  }

  /**
   * Keeps an address for a claim while its IPAddress is created.
   *
   * @returns a function that ends it; undefined if another claim has or is about to get the address.
   */
  async keep(
    pool: PlacedPool,
    address: string,
    claim: ObjectKey,
    signal: AbortSignal,
  ): Promise<(() => void) | undefined> {
    await this.#synced(signal);
    // No await from here on: another reconcile must not come between the check and the entry.
    if (this.#usedBy(pool, claim).has(address)) return undefined;
    const key = poolKey(pool);
    const coming = this.#coming.get(key) ?? new Map<string, string>();
    this.#coming.set(key, coming.set(address, objectKeyText(claim)));
    return () => {
      coming.delete(address);
      if (coming.size === 0) this.#coming.delete(key);
    };
  }

  #synced(signal: AbortSignal): Promise<void> {
    return this.#informer.waitForSync(signal, { unlessNotServed: true });
  }

  #stored({ namespace, reference }: PlacedPool): readonly DeepReadonly<IPAddress>[] {
    const value = poolIndexValue(reference);
    return this.#isNamespaced ? this.#index.in(namespace, value) : this.#index.inAllNamespaces(value);
  }

  #usedBy(pool: PlacedPool, claim: ObjectKey): ReadonlySet<string> {
    const own = objectKeyText(claim);
    const others = this.#stored(pool).filter(({ metadata }) => objectKeyText(metadata) !== own);
    const coming = [...(this.#coming.get(poolKey(pool)) ?? [])].filter(([, holder]) => holder !== own);
    return new Set([
      ...others.map(({ spec }) => canonicalIPAddress(spec.address) ?? spec.address),
      ...coming.map(([address]) => address),
    ]);
  }
}

function poolKey({ namespace = "", reference }: PlacedPool): string {
  return objectKeyText({ namespace, name: poolIndexValue(reference) });
}
