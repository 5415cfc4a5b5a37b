import { type Cluster, type DeepReadonly, labels, type ResourceKind } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { CachedObject, StoredObject } from "../../object/stored-object.ts";

import type { StoredObjectOf } from "../../scope/scope.ts";

/**
 * Finds the InfraCluster that the machine's Cluster refers to, if it belongs to the definition. A Cluster may be deleted before its
 * machines; without it, the InfraCluster is found by the label with the Cluster's name.
 */
export async function findInfraCluster<C extends ProviderDefinition<"InfraCluster">>(
  cache: Cache,
  definition: C | undefined,
  machine: CachedObject,
  cluster: DeepReadonly<Cluster> | undefined,
): Promise<StoredObjectOf<C> | undefined> {
  if (definition === undefined) return undefined;
  const kind: ResourceKind<StoredObject> = definition.kind;
  const { namespace } = machine.metadata;
  const found = cluster === undefined ? await labeled() : await referredTo(cluster);
  // The cache holds objects of `definition.kind`, which the compiler cannot know.
  return found as unknown as StoredObjectOf<C> | undefined;

  async function referredTo({ spec }: DeepReadonly<Cluster>): Promise<CachedObject | undefined> {
    const reference = spec.infrastructureRef;
    if (reference?.kind !== kind.kind || reference.apiGroup !== kind.group) return undefined;
    return cache.get(kind, { name: reference.name, namespace });
  }

  async function labeled(): Promise<CachedObject | undefined> {
    const clusterName = machine.metadata.labels?.[labels.clusterName];
    if (clusterName === undefined) return undefined;
    const all = await cache.list(kind, { namespace });
    return all.find(({ metadata }) => metadata.labels?.[labels.clusterName] === clusterName);
  }
}
