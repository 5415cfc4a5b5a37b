import { type Cluster, clusterSecretName, type DeepReadonly, labels } from "@capstan/contract";
import { TerminalError } from "@capstan/runtime";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import { redactingLogger } from "../reporting/redacting-logger.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import type { ClusterScope, ProviderScope, SecretReference, StoredObjectOf } from "./scope.ts";
import { claimAddress } from "./claim-address.ts";
import { openIdentity, readAuxiliary } from "./auxiliary-reader.ts";
import { readSecret } from "./read-secret.ts";
import { readSecretValue } from "./secret-value.ts";
import { recordEvent } from "./record-event.ts";
import type { Visit } from "../visit/visit.ts";

/** The part of a scope that all kinds share. */
export function providerScope<D extends ReconciledDefinition>(
  definition: D,
  visit: Visit<{ readonly cluster?: DeepReadonly<Cluster> }>,
): ProviderScope<D> {
  const { manager, object, owners, logger, signal } = visit;
  const { namespace } = object.metadata;
  const clusterName = owners.cluster?.metadata.name ?? object.metadata.labels?.[labels.clusterName];
  return {
    definition,
    // The cache holds objects of `definition.kind`, which the compiler cannot know.
    object: object as unknown as StoredObjectOf<D>,
    client: manager.client,
    cache: manager.cache,
    clock: manager.clock,
    logger: redactingLogger(logger, visit.secrets),
    event: (event) => {
      recordEvent(visit, event);
    },
    read: (auxiliary, name) => readAuxiliary(definition, visit, auxiliary, name),
    identity: (identity, name) => openIdentity(definition, visit, identity, name),
    secret: (secret) => readSecret(definition, visit, referenceTo(secret)),
    secretValue: (secret, key) => readSecretValue(definition, visit, referenceTo(secret), key),
    claimAddress: (wanted) => claimAddress(definition, visit, clusterName, wanted),
    workload: async () => {
      if (clusterName === undefined) {
        throw new TerminalError(
          "The Cluster of this object is unknown, because the object has neither an owner Cluster nor the cluster name label.",
        );
      }
      const name = clusterSecretName(clusterName, "kubeconfig");
      return manager.remotes.get({ name, namespace }, { signal });
    },
  };
}

function referenceTo(secret: string | SecretReference): SecretReference {
  return typeof secret === "string" ? { name: secret } : secret;
}

/** The part of a scope with the Cluster, for calls whose Cluster exists. */
export function clusterScope(cluster: DeepReadonly<Cluster>): ClusterScope {
  return {
    cluster,
    controlPlaneEndpoint: () => {
      const { host = "", port = 0 } = cluster.spec.controlPlaneEndpoint ?? {};
      // An endpoint with only one of them counts as unset (IC-011).
      if (host !== "" && port > 0) return { host, port };
      const message = `Waiting for Cluster ${cluster.metadata.name} to have spec.controlPlaneEndpoint set`;
      throw new WaitingFor(providerReasons.waitingForControlPlaneEndpoint, message);
    },
  };
}
