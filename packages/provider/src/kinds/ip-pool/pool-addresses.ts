import { type DeepReadonly, IPAddress, type ObjectKey, type ResourceKind } from "@capstan/contract";
import { canonicalIPAddress, objectKeyText } from "@capstan/kube";
import type { Client, Informer, Manager, ObjectIndex } from "@capstan/runtime";
import { HeldAddresses } from "./held-addresses.ts";
import type { PlacedPool } from "./placed-pool.ts";
import { poolIndexValue, refersToKind } from "./pool-reference.ts";
import { addressesOf, equalTo, isLabeled, selectorOfEqual } from "./stored-address.ts";
import { UnwatchedRivals } from "./unwatched-rivals.ts";
import { WatchedNamespaces } from "./watched-namespaces.ts";

/**
 * The addresses of a kind's pools: the stored IPAddresses, in the cache; those that reconciles of this process are about to create, which
 * keeps concurrent reconciles from choosing the same address; and those that only the API server has shown.
 */
export class PoolAddresses {
  readonly #client: Client;
  readonly #informer: Informer<IPAddress>;
  readonly #index: ObjectIndex<IPAddress>;
  readonly #kind: ResourceKind;
  readonly #watched: WatchedNamespaces;
  readonly #coming = new HeldAddresses();
  readonly #rivals: UnwatchedRivals;
  /** Lists that are under way, by pool. */
  readonly #lists = new Map<string, Promise<unknown>>();
  #held: HeldAddresses | undefined;

  constructor({ client, cache, clock }: Pick<Manager, "client" | "cache" | "clock">, kind: ResourceKind) {
    this.#client = client;
    this.#informer = cache.informer(IPAddress);
    this.#index = this.#informer.addIndex("capstan-provider/pool", ({ spec }) => [poolIndexValue(spec.poolRef)]);
    this.#kind = kind;
    this.#watched = new WatchedNamespaces(cache, this.#informer);
    this.#rivals = new UnwatchedRivals(clock);
  }

  /** The stored addresses of a pool. */
  async of({ namespace, reference }: PlacedPool, signal: AbortSignal): Promise<readonly DeepReadonly<IPAddress>[]> {
    await this.#synced(signal);
    const value = poolIndexValue(reference);
    return this.#kind.namespaced ? this.#index.in(namespace, value) : this.#index.inAllNamespaces(value);
  }

  /** The stored address of a name. */
  async named(key: ObjectKey, signal: AbortSignal): Promise<DeepReadonly<IPAddress> | undefined> {
    await this.#synced(signal);
    return this.#informer.get(key);
  }

  /** The addresses that claims other than this one have or are about to get, in canonical form. */
  async inUse(pool: PlacedPool, claim: ObjectKey, signal: AbortSignal): Promise<ReadonlySet<string>> {
    await this.#synced(signal);
    const key = poolKey(pool);
    if (this.#rivals.isOutdated(key)) await this.#listOnce(pool);
    const [stored, ...others] = this.#all.map((held) => held.heldByOthers(key, objectKeyText(claim)));
    const all = stored ?? new Set();
    for (const held of others) for (const address of held) all.add(address);
    return all;
  }

  /** Whether the cache shows that another claim has the address. */
  isSharedInCache(pool: PlacedPool, { metadata, spec }: DeepReadonly<IPAddress>): boolean {
    return this.#stored.isHeldByOthers(poolKey(pool), canonical(spec.address), objectKeyText(metadata));
  }

  /**
   * The other stored addresses that are equal to this one and of the same pool. Reads from the API server: another manager may have created
   * them after this manager's last event. Of two equal addresses, only the first can miss the other, because each is stored before its
   * rivals are read; so at most one is confirmed.
   *
   * IPAddresses of users and of other providers may lack the label by which a request finds equal ones. The cache shows those of watched
   * namespaces; those of other namespaces are found only among all addresses of the pool.
   */
  async rivalsOf(
    pool: PlacedPool,
    address: DeepReadonly<IPAddress>,
    signal: AbortSignal,
  ): Promise<readonly DeepReadonly<IPAddress>[]> {
    await this.#synced(signal);
    if (!this.#kind.namespaced && !this.#watched.areAll) return equalTo(address, await this.#list(pool, signal));
    const labeled = equalTo(
      address,
      await addressesOf(this.#client, pool, { labelSelector: selectorOfEqual(address), signal }),
    );
    if (!this.isSharedInCache(pool, address)) return labeled;
    const cached = equalTo(address, await this.of(pool, signal));
    return [...labeled, ...cached.filter((each) => !isLabeled(each))];
  }

  /** Counts the address of a rival as in use until the cache shows it, or for a while. If it never will, {@link rivalsOf} has done so. */
  rememberRival(pool: PlacedPool, rival: DeepReadonly<IPAddress>): void {
    if (this.#watched.unwatched([rival]).length > 0) return;
    if (this.#informer.get(rival.metadata)?.metadata.uid === rival.metadata.uid) return;
    this.#rivals.remember(poolKey(pool), rival);
  }

  /** How long until an address may be free whose release causes no event, in milliseconds; undefined if there is none. */
  unwatchedMs(pool: PlacedPool): number | undefined {
    return this.#rivals.waitMs(poolKey(pool));
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
    const [key, holder] = [poolKey(pool), objectKeyText(claim)];
    if (this.#all.some((held) => held.isHeldByOthers(key, address, holder))) return undefined;
    this.#coming.hold(key, address, holder);
    return () => {
      this.#coming.release(key, address, holder);
    };
  }

  /** All addresses of a pool; those of namespaces that are not watched count as in use for a while. */
  async #list(pool: PlacedPool, signal?: AbortSignal): Promise<readonly DeepReadonly<IPAddress>[]> {
    const stored = await addressesOf(this.#client, pool, signal === undefined ? {} : { signal });
    this.#rivals.replaceListed(poolKey(pool), this.#watched.unwatched(stored));
    return stored;
  }

  /** Lists once for all claims that wait for the same pool, so no claim's signal ends the request. */
  async #listOnce(pool: PlacedPool): Promise<void> {
    const key = poolKey(pool);
    const list = this.#lists.get(key) ?? this.#list(pool).finally(() => this.#lists.delete(key));
    this.#lists.set(key, list);
    await list;
  }

  #synced(signal: AbortSignal): Promise<void> {
    return this.#informer.waitForSync(signal, { unlessNotServed: true });
  }

  get #all(): readonly HeldAddresses[] {
    return [this.#stored, this.#coming, this.#rivals.held];
  }

  /** Only claims need it, and pools have addresses of their own, so it is kept from its first use. */
  get #stored(): HeldAddresses {
    if (this.#held !== undefined) return this.#held;
    const held = new HeldAddresses();
    this.#held = held;
    const places = new Map<string, readonly [pool: string, address: string]>();
    this.#informer.onEvent(({ type, object: { metadata, spec } }) => {
      const holder = objectKeyText(metadata);
      this.#rivals.forget(holder);
      const before = places.get(holder);
      if (before !== undefined) held.release(...before, holder);
      places.delete(holder);
      if (type === "deleted" || !refersToKind(spec.poolRef, this.#kind)) return;
      const namespace = this.#kind.namespaced ? metadata.namespace : undefined;
      const place = [poolKey({ namespace, reference: spec.poolRef }), canonical(spec.address)] as const;
      places.set(holder, place);
      held.hold(...place, holder);
    });
    return held;
  }
}

function canonical(address: string): string {
  return canonicalIPAddress(address) ?? address;
}

function poolKey({ namespace = "", reference }: PlacedPool): string {
  return objectKeyText({ namespace, name: poolIndexValue(reference) });
}
