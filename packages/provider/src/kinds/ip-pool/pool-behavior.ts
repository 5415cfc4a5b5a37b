import { Cluster, labels, ownerOfKind } from "@capstan/contract";
import { patchChanges } from "@capstan/runtime";
import type { Finding } from "../../finding/finding.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import type { ManagedKind } from "../../lifecycle/managed-kind.ts";
import { type KnownCluster } from "../../object/owners.ts";
import { draftOf, type StoredObject } from "../../object/stored-object.ts";
import { commonOutcomes } from "../../outcome/outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import { clusterOfPool, pauseOfOwners } from "./claim-owners.ts";
import { sharedScope, storedPool } from "./claim-scope.ts";
import type { IPPoolAuthor } from "./ip-pool-author.ts";
import { ipPoolOutcomes } from "./outcome.ts";
import type { PlacedPool } from "./placed-pool.ts";
import type { PoolAddresses } from "./pool-addresses.ts";
import type { IPPoolDefinition } from "./pool-definition.ts";
import { referenceToPool } from "./pool-reference.ts";
import { addressesOf } from "./stored-address.ts";

/** The behavior of pools: they are ready unless the author says otherwise, and exist as long as addresses of them are in use. */
export function poolBehavior<D extends IPPoolDefinition>(
  author: IPPoolAuthor<D>,
  managed: ManagedKind,
  addresses: PoolAddresses,
): Behavior<KnownCluster> {
  const placed = ({ object }: Visit<unknown>): PlacedPool => ({
    namespace: object.metadata.namespace,
    reference: referenceToPool(author.definition.kind, object),
  });
  return {
    keepsFinalizer: true,
    async findOwners(cache, object) {
      const name = clusterOfPool(object);
      const cluster =
        name === undefined ? undefined : await cache.get(Cluster, { name, namespace: object.metadata.namespace });
      const known = cluster === undefined ? {} : { cluster };
      return { owned: true, known, complete: known };
    },
    whyPaused: (_object, { cluster }) => pauseOfOwners(cluster === undefined ? {} : { cluster }),
    async provide(visit): Promise<Finding> {
      await labelWithCluster(visit, managed);
      const scope = {
        ...sharedScope(author.definition, visit),
        pool: storedPool<D>(visit.object),
        addresses: await addresses.of(placed(visit), visit.signal),
      };
      const outcome = (await author.reconcilePool?.(scope, visit.signal)) ?? ipPoolOutcomes.poolReady();
      managed.checkOutcome(visit.object, outcome);
      return managed.findingOf(outcome);
    },
    async remove(visit) {
      const pool = placed(visit);
      const known = await addresses.of(pool, visit.signal);
      // The cache has no addresses of namespaces that the manager does not watch, and may be behind.
      const used = known.length > 0 ? known : await addressesOf(visit.manager.client, pool, { signal: visit.signal });
      const [first] = used;
      if (first === undefined) return commonOutcomes.deleted();
      const others = used.length === 1 ? "" : ` and ${used.length - 1} more`;
      const message = `Claims still have addresses of the pool: ${first.spec.address}${others}`;
      return commonOutcomes.pending(providerReasons.addressesInUse, { message });
    },
  };
}

/** A pool that a Cluster owns moves with it, and must have its label (rule IP-006). */
async function labelWithCluster(
  { object, manager, signal }: Visit<KnownCluster>,
  { kind }: ManagedKind,
): Promise<void> {
  const owner = ownerOfKind(object, Cluster.group, Cluster.kind);
  if (owner === undefined || object.metadata.labels?.[labels.clusterName] !== undefined) return;
  const draft = draftOf(object);
  const metadata = { ...draft.metadata, labels: { ...draft.metadata.labels, [labels.clusterName]: owner.name } };
  await patchChanges<StoredObject>(manager.client, kind, object, { ...draft, metadata }, { signal });
}
