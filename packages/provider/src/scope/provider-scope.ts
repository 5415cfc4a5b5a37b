import { type Cluster, clusterSecretName, type DeepReadonly, labels } from "@capstan/contract";
import { TerminalError } from "@capstan/runtime";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { Visit } from "../lifecycle/behaviour.ts";
import type { ProviderScope, StoredObjectOf } from "./scope.ts";

/** The part of a scope that all kinds share. */
export function providerScope<D extends ProviderDefinition>(
  definition: D,
  visit: Visit<{ readonly cluster?: DeepReadonly<Cluster> }>,
): ProviderScope<D> {
  const { manager, object, owners, logger, signal } = visit;
  const { namespace } = object.metadata;
  const clusterName = owners.cluster?.metadata.name ?? object.metadata.labels?.[labels.clusterName];
  return {
    definition,
    // The cache holds objects of `definition.kind`; only the compiler has lost sight of it.
    object: object as unknown as StoredObjectOf<D>,
    client: manager.client,
    cache: manager.cache,
    clock: manager.clock,
    logger,
    workload: async () => {
      if (clusterName === undefined) {
        throw new TerminalError("The Cluster of this object is unknown: it has neither owner nor cluster name label.");
      }
      const name = clusterSecretName(clusterName, "kubeconfig");
      return manager.remotes.get(namespace === undefined ? { name } : { name, namespace }, { signal });
    },
  };
}
