import type { Cluster, DeepReadonly } from "@capstan/contract";
import {
  bootstrapOrWaiting,
  type BootstrapScope,
  type NamesBootstrapData,
} from "../../bootstrap-data/bootstrap-or-waiting.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Finding } from "../../finding/finding.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import type { ClusterOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import type { DeletionOutcome } from "../../outcome/outcome.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";
import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";
import type { Visit } from "../../visit/visit.ts";
import { type InfraClusterPart, infraClusterScope } from "../infra-cluster/infra-cluster-scope.ts";

/** The part of the scope that machines and pools have in common. */
type BootedScope<D, C> = ProviderScope<D> & InfraClusterPart<C> & BootstrapScope;

/** The difference between the roles whose machines boot from bootstrap data: machines and pools. */
export interface BootedRole<D, C, Owners extends ClusterOwners> {
  readonly findOwners: Behavior<Owners>["findOwners"];
  bootsFrom(owners: Owners): NamesBootstrapData;
  /**
   * Whether the object was reported before. Then it does not wait for prerequisites again: if its status is missing, a restore has removed
   * it.
   */
  isKnown(object: CachedObject): boolean;
  provide(scope: BootedScope<D, C> & ClusterScope, visit: Visit<Owners>): Promise<Finding>;
  remove(
    scope: BootedScope<D, C> & { readonly cluster: DeepReadonly<Cluster> | undefined },
    visit: Visit<Partial<Owners>>,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** The behavior of machines and pools in the lifecycle: the prerequisites, the finalizer, and the common part of the scope. */
export function bootedBehavior<
  D extends ProviderDefinition,
  C extends ProviderDefinition<"InfraCluster">,
  Owners extends ClusterOwners,
>(reconciler: { readonly definition: D; readonly infraCluster?: C }, role: BootedRole<D, C, Owners>): Behavior<Owners> {
  const sharedScope = async (visit: Visit<Partial<ClusterOwners>>) => ({
    ...providerScope(reconciler.definition, visit),
    ...(await infraClusterScope(reconciler.infraCluster, visit)),
  });
  return {
    keepsFinalizer: true,
    findOwners: role.findOwners,
    async provide(visit) {
      const { object, owners } = visit;
      const bootstrap = await bootstrapOrWaiting(visit, role.bootsFrom(owners), role.isKnown(object));
      if ("progress" in bootstrap) return bootstrap;
      return role.provide({ ...(await sharedScope(visit)), ...clusterScope(owners.cluster), ...bootstrap }, visit);
    },
    async remove(visit) {
      const { cluster }: Partial<ClusterOwners> = visit.owners;
      const shared = await sharedScope(visit);
      const bootstrap = { needsBootstrapData: false, bootstrapData: undefined, bootstrapFormat: undefined };
      return role.remove({ ...shared, ...bootstrap, cluster }, visit);
    },
  };
}
