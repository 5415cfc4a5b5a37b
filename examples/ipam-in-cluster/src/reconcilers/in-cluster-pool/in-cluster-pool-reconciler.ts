import { IPPoolReconciler } from "@capstan/provider";
import { contains, countOf, lowestFree } from "../../addresses/address-range.ts";
import { type PoolAddresses, poolAddresses } from "../../addresses/pool-addresses.ts";
import type { InClusterIPPool } from "../../api/definitions.ts";

/** Pools of both kinds have the same fields. */
type Pools = typeof InClusterIPPool;

/** Gives each claim the lowest free address. An address is in use as long as its IPAddress exists; there is no other record. */
export class InClusterPoolReconciler extends IPPoolReconciler<Pools> {
  readonly definition: Pools;
  /** By spec, which the cache keeps until it changes. */
  readonly #addresses = new WeakMap<object, PoolAddresses>();

  constructor(definition: Pools) {
    super();
    this.definition = definition;
  }

  allocate({ pool, inUse }: this["Scope"]) {
    const { prefix, gateway } = pool.spec;
    const address = lowestFree(this.#addressesOf(pool).ranges, inUse);
    return address === undefined ? this.outcome.exhausted() : this.outcome.allocated({ address, prefix, gateway });
  }

  override reconcilePool({ pool, addresses }: this["PoolScope"]) {
    const { ranges, invalid } = this.#addressesOf(pool);
    if (invalid.length > 0) return this.outcome.failed("InvalidSpec", `Not an address: ${invalid.join(", ")}`);
    const total = countOf(ranges);
    const outOfRange = addresses.filter(({ spec }) => !contains(ranges, spec.address)).length;
    const free = total - BigInt(addresses.length - outOfRange);
    return this.outcome.poolReady({
      status: { ipAddresses: { total: shown(total), used: addresses.length, free: shown(free), outOfRange } },
    });
  }

  #addressesOf({ spec }: this["Scope"]["pool"]): PoolAddresses {
    const addresses = this.#addresses.get(spec) ?? poolAddresses(spec);
    this.#addresses.set(spec, addresses);
    return addresses;
  }
}

/** Networks of IPv6 have more addresses than an int64 can count. */
function shown(count: bigint): number {
  return Number(count > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : count);
}
