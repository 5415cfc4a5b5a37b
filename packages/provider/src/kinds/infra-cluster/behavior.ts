import { isExternallyManaged } from "@capstan/contract";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { type ClusterOwners, findClusterOwners } from "../../object/owners.ts";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import { findingOf } from "../../finding/finding-of.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";
import type { InfraClusterScope } from "./scope.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import type { InfraClusterOutcome } from "./outcome.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";

/** The required and optional methods of the author's reconciler. */
export interface InfraClusterAuthor<D extends ProviderDefinition<"InfraCluster">> {
  readonly definition: D;
  reconcileCluster(
    scope: InfraClusterScope<D>,
    signal: AbortSignal,
  ): Promise<InfraClusterOutcome> | InfraClusterOutcome;
  deleteCluster?(
    scope: DeletionScope<InfraClusterScope<D>>,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** The behavior of an InfraCluster in the lifecycle. */
export function infraClusterBehavior<D extends ProviderDefinition<"InfraCluster">>(
  reconciler: InfraClusterAuthor<D>,
): Behavior<ClusterOwners> {
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
