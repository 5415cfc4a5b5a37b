import { labels } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import { WaitingFor } from "../../finding/waiting-for.ts";
import type { ClusterOwners } from "../../object/owners.ts";
import type { StoredObjectOf } from "../../scope/scope.ts";
import type { Visit } from "../../visit/visit.ts";
import { findInfraCluster } from "./find-infra-cluster.ts";

/** The delay before the next look for a missing InfraCluster, in milliseconds: its changes wake no machine. */
const missingMs = 10_000;

/** The part of a scope with the InfraCluster of the object's Cluster. */
export interface InfraClusterPart<C> {
  readonly infraCluster: StoredObjectOf<C> | undefined;
  readonly waitForInfraCluster: () => StoredObjectOf<C>;
}

/** @param wanted - the `infraCluster` definition of the reconciler. */
export async function infraClusterScope<C extends ProviderDefinition<"InfraCluster">>(
  wanted: C | undefined,
  { manager, object, owners }: Visit<Partial<ClusterOwners>>,
): Promise<InfraClusterPart<C>> {
  const infraCluster = await findInfraCluster(manager.cache, wanted, object, owners.cluster);
  return {
    infraCluster,
    waitForInfraCluster: () => {
      if (infraCluster !== undefined) return infraCluster;
      if (wanted === undefined) {
        throw new ArgumentError(
          "The reconciler has no infraCluster; set it to the definition of the infra cluster's kind.",
        );
      }
      const name = owners.cluster?.metadata.name ?? object.metadata.labels?.[labels.clusterName] ?? "";
      const message = `Waiting for Cluster ${name} to reference a ${wanted.kind.kind} that exists`;
      throw new WaitingFor(providerReasons.infraClusterNotFound, message, { retryAfterMs: missingMs });
    },
  };
}
