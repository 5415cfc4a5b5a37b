import { type BootstrapConfigReading, readBootstrapConfig } from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { Behaviour, Visit } from "../lifecycle/behaviour.ts";
import { waitForClusterInfrastructure } from "../lifecycle/cluster-infrastructure.ts";
import { findMachineOwners, type MachineOwners } from "../lifecycle/owners.ts";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import { checkedOutcome } from "../contract-check/checked-outcome.ts";
import { extrasOf, unchangedFinding } from "../outcome/finding-of.ts";
import { type BootstrapOutcome, outcome } from "../outcome/outcome.ts";
import type { BootstrapConfigReconciler } from "../reconciler/bootstrap-config-reconciler.ts";
import { clusterScope, providerScope } from "../scope/provider-scope.ts";
import { provisionedConditions, providerReasons } from "../status/condition-types.ts";
import type { Finding } from "../status/finding.ts";
import { stillFailed } from "../status/still-failed.ts";
import { type Adoption, adoptBootstrapSecret } from "./adopt-bootstrap-secret.ts";
import { cachedSecret } from "./cluster-secrets.ts";
import { dataSecretKey, publishBootstrapData } from "./publish-bootstrap-data.ts";

/** How soon to look again at a Secret that something else controls, in milliseconds. */
const foreignSecretRetryMs = 60_000;

/** What the lifecycle does with a BootstrapConfig. */
export function bootstrapConfigBehaviour<D extends ProviderDefinition<"BootstrapConfig">>(
  reconciler: BootstrapConfigReconciler<D>,
): Behaviour<MachineOwners> {
  const { definition } = reconciler;
  const scopeOf = (visit: Visit<MachineOwners>) => ({
    ...providerScope(definition, visit),
    ...clusterScope(visit.owners.cluster),
    machine: visit.owners.machine,
  });
  return {
    role: "BootstrapConfig",
    keepsFinalizer: reconciler.deleteBootstrap !== undefined,
    findOwners: findMachineOwners,
    async provide(visit) {
      const reading = readBootstrapConfig(visit.object, definition.contract);
      if (reading.failure !== undefined && definition.contract === "v1beta1") return stillFailed(reading.failure);
      return (
        (await alreadyThere(visit, reading)) ??
        waitForClusterInfrastructure(visit.owners.cluster) ??
        (await publishedFinding(definition, visit, await reconciler.reconcileBootstrap(scopeOf(visit), visit.signal)))
      );
    },
    async afterwards(visit, finding) {
      const hasJoined = visit.owners.machine.status?.nodeRef !== undefined;
      if (finding.progress !== "provisioned" || hasJoined) return undefined;
      return reconciler.refreshBootstrap?.(scopeOf(visit), visit.signal);
    },
    async remove(visit: Visit<Partial<MachineOwners>>) {
      const { cluster, machine } = visit.owners;
      const scope = { ...providerScope(definition, visit), cluster, machine };
      return (await reconciler.deleteBootstrap?.(scope, visit.signal)) ?? outcome.deleted();
    },
  };
}

/** The finding if there is a data Secret already: reported before, brought by the user, or left by an earlier run. */
async function alreadyThere(
  visit: Visit<MachineOwners>,
  reading: BootstrapConfigReading,
): Promise<Finding | undefined> {
  const { dataSecretCreated, dataSecretName } = reading;
  if (dataSecretCreated && dataSecretName !== undefined) return available(dataSecretName);
  const ownKey = dataSecretKey(visit.object);
  const preset = visit.owners.machine.spec.bootstrap.dataSecretName;
  if (preset === "") {
    const message = "Machine spec.bootstrap.dataSecretName is empty: no bootstrap data is wanted";
    return { progress: "waiting", reason: providerReasons.bootstrapDataNotWanted, message };
  }
  if (preset !== undefined && preset !== ownKey.name) return available(preset);
  const secret = await cachedSecret(visit.manager.cache, ownKey, visit.signal);
  return secret === undefined ? undefined : adoptionFinding(visit, await adoptBootstrapSecret(visit, secret));
}

async function publishedFinding(
  definition: ProviderDefinition,
  visit: Visit<MachineOwners>,
  answer: BootstrapOutcome,
): Promise<Finding> {
  const { data } = fieldsOf(answer);
  if (typeof data === "string") visit.secrets.add(data);
  checkedOutcome(definition, visit.object, answer);
  if (answer.type === "unchanged") return unchangedFinding(answer);
  const extras = extrasOf(answer);
  switch (answer.type) {
    case "data": {
      const adoption = await publishBootstrapData(visit, answer.data, answer.format);
      return { ...extras, ...adoptionFinding(visit, adoption) };
    }
    case "pending":
      // Bootstrap data depends on nothing but other objects, so that not having it is always waiting.
      return { ...extras, progress: "waiting", reason: answer.reason, message: answer.message ?? "" };
    case "failed":
      return { ...extras, progress: "failed", reason: answer.reason, message: answer.message, isTrouble: true };
  }
}

function available(dataSecretName: string): Finding {
  const { reason } = provisionedConditions.BootstrapConfig;
  return { progress: "provisioned", reason, message: "", facts: { dataSecretName } };
}

function adoptionFinding(visit: Visit<MachineOwners>, adoption: Adoption): Finding {
  const { name } = dataSecretKey(visit.object);
  if (adoption.adopted) return available(name);
  const message = `Secret ${name} is controlled by ${adoption.controller}; delete it, or name the config otherwise`;
  const reason = providerReasons.secretControlledByOther;
  return { progress: "pending", reason, message, retryAfterMs: foreignSecretRetryMs };
}
