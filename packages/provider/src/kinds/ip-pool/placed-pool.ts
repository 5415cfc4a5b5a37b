import type { PoolReference } from "@capstan/contract";

/** Where a pool is, and its reference. */
export interface PlacedPool {
  /** Undefined for a cluster-wide pool. */
  readonly namespace: string | undefined;
  readonly reference: PoolReference;
}
