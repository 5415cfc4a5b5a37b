import type { Cluster, DeepReadonly, IPAddress, IPAddressClaim, ObjectKey } from "@capstan/contract";
import type { ProviderScope } from "../../scope/scope.ts";
import type { PoolOf } from "./pool-definition.ts";

/** A pool as the API server stores it. */
export type StoredPoolOf<D> = DeepReadonly<PoolOf<D> & { metadata: { uid: string } }>;

/**
 * The part of a scope that all calls of an IPAM provider share. Secrets and identities are those that the pool may use: for a cluster-wide
 * pool, a Secret needs a namespace that the operator allows, and an identity must allow all namespaces.
 */
type SharedScope<D> = Omit<ProviderScope<D>, "object" | "workload" | "claimAddress">;

/** The argument of `allocate`. */
export interface AllocationScope<D> extends SharedScope<D> {
  /** The claim that needs an address. */
  readonly claim: DeepReadonly<IPAddressClaim>;
  /** The pool that the claim refers to. */
  readonly pool: StoredPoolOf<D>;
  /** The Cluster that the claim belongs to, if it names one. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
  /**
   * The addresses of the pool that other claims have or are about to get, in canonical form (RFC 5952). It comes from the stored
   * IPAddresses, so a provider that chooses the addresses itself needs no other record. A manager of some namespaces learns about claims of
   * other namespaces only when `allocate` chooses the address of one, and then calls it again.
   */
  readonly inUse: ReadonlySet<string>;
}

/** The argument of `release`. */
export interface ReleaseScope<D> extends SharedScope<D> {
  /** Namespace and name of the claim. */
  readonly claimKey: ObjectKey;
  /** The claim; undefined if it no longer exists, as after a manager that lost its Lease has created the address. */
  readonly claim: DeepReadonly<IPAddressClaim> | undefined;
  /** The pool; undefined if it no longer exists. */
  readonly pool: StoredPoolOf<D> | undefined;
  /** The Cluster that the claim belongs to, if it names one that exists. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
  /**
   * The address that the claim has; undefined if it has none, or if another claim has the same address. Then release only what your own
   * records show for the claim.
   */
  readonly address: DeepReadonly<IPAddress> | undefined;
}

/** The argument of `reconcilePool`. */
export interface IPPoolScope<D> extends SharedScope<D> {
  /** The pool. */
  readonly pool: StoredPoolOf<D>;
  /** The addresses of the pool that claims have, in the namespaces that the manager watches. */
  readonly addresses: readonly DeepReadonly<IPAddress>[];
}
