import { isExternallyManaged } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behaviour } from "../../lifecycle/behaviour.ts";
import { type ClusterOwners, findClusterOwners } from "../../lifecycle/owners.ts";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import { findingOf } from "../../outcome/finding-of.ts";
import { commonOutcomes } from "../../outcome/outcome.ts";
import type { InfraClusterReconciler } from "./reconciler.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";

/** What the lifecycle does with an InfraCluster. */
export function infraClusterBehaviour<D extends ProviderDefinition<"InfraCluster">>(
  reconciler: InfraClusterReconciler<D>,
): Behaviour<ClusterOwners> {
  const { definition } = reconciler;
  return {
    keepsFinalizer: reconciler.deleteCluster !== undefined,
    findOwners: findClusterOwners,
    isForeign: isExternallyManaged,
    async provide(visit) {
      const scope = { ...providerScope(definition, visit), ...clusterScope(visit.owners.cluster) };
      const answer = await reconciler.reconcileCluster(scope, visit.signal);
      return findingOf(definition, checkedOutcome(definition, visit.object, answer));
    },
    async remove(visit) {
      const scope = { ...providerScope(definition, visit), cluster: visit.owners.cluster };
      return (await reconciler.deleteCluster?.(scope, visit.signal)) ?? commonOutcomes.deleted();
    },
  };
}
