import type { DeepReadonly, IPAddress } from "@capstan/contract";
import { without } from "@capstan/kube";
import type { CachedObject } from "../../object/stored-object.ts";
import { providerScope } from "../../scope/provider-scope.ts";
import type { Visit } from "../../visit/visit.ts";
import { claimOf, type ClaimOwners } from "./claim-owners.ts";
import type { IPPoolDefinition } from "./pool-definition.ts";
import type { AllocationScope, ReleaseScope, StoredPoolOf } from "./scope.ts";

/** The scope of `allocate`. */
export function allocationScope<D extends IPPoolDefinition>(
  definition: D,
  visit: Visit<ClaimOwners>,
  pool: CachedObject,
  inUse: ReadonlySet<string>,
): AllocationScope<D> {
  return {
    ...sharedScope(definition, visit),
    claim: claimOf(visit.object),
    pool: storedPool<D>(pool),
    cluster: visit.owners.cluster,
    inUse,
  };
}

/** The scope of `release`; the object of the visit is the claim, or the address of a claim that no longer exists. */
export function releaseScope<D extends IPPoolDefinition>(
  definition: D,
  visit: Visit<Partial<ClaimOwners>>,
  address: DeepReadonly<IPAddress> | undefined,
): ReleaseScope<D> {
  const { object, owners } = visit;
  const { name, namespace } = object.metadata;
  return {
    ...sharedScope(definition, visit),
    claimKey: { name, namespace },
    claim: object.kind === "IPAddressClaim" ? claimOf(object) : undefined,
    pool: owners.pool === undefined ? undefined : storedPool<D>(owners.pool),
    cluster: owners.cluster,
    address,
  };
}

/** The parts of the scope that claims and pools share. What author code reads is what the pool may read. */
export function sharedScope<D extends IPPoolDefinition>(definition: D, visit: Visit<Partial<ClaimOwners>>) {
  const { read, identity, secret, secretValue } = providerScope(definition, asOfPool(definition, visit));
  const scope = without(providerScope(definition, visit), "object", "workload", "claimAddress");
  return { ...scope, read, identity, secret, secretValue };
}

/** Claims are in the namespace of their pool, unless the pool is cluster-wide. */
function asOfPool({ kind }: IPPoolDefinition, visit: Visit<Partial<ClaimOwners>>): Visit<Partial<ClaimOwners>> {
  const { object } = visit;
  if (kind.namespaced) return visit;
  return { ...visit, object: { ...object, kind: kind.kind, metadata: without(object.metadata, "namespace") } };
}

/** A pool for author code. The cache holds objects of the definition's kind, which the compiler cannot know. */
export function storedPool<D>(pool: CachedObject): StoredPoolOf<D> {
  return pool as unknown as StoredPoolOf<D>;
}
