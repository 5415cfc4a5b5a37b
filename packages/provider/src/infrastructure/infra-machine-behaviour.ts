import { type DeepReadonly, type Machine, readInfraMachine } from "@capstan/contract";
import { type BootstrapData, readBootstrapData } from "../bootstrap-data/read-bootstrap-data.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import type { Behaviour, Visit } from "../lifecycle/behaviour.ts";
import { waitForClusterInfrastructure } from "../lifecycle/cluster-infrastructure.ts";
import { findMachineOwners, type MachineOwners } from "../lifecycle/owners.ts";
import { type CachedObject, fieldsOf } from "../lifecycle/stored-object.ts";
import { checkedOutcome } from "../contract-check/checked-outcome.ts";
import { findingOf } from "../outcome/finding-of.ts";
import type { InfraMachineReconciler } from "../reconciler/infra-machine-reconciler.ts";
import { findInfraCluster } from "../scope/find-infra-cluster.ts";
import { clusterScope, providerScope } from "../scope/provider-scope.ts";
import { providerReasons } from "../status/condition-types.ts";
import type { Finding } from "../status/finding.ts";
import { stillFailed } from "../status/still-failed.ts";

/** How soon to look again for a Secret that is named but not there, and would not be seen for want of its label, in milliseconds. */
const missingSecretRetryMs = 10_000;

/** What the lifecycle does with an InfraMachine. */
export function infraMachineBehaviour<
  D extends ProviderDefinition<"InfraMachine">,
  C extends ProviderDefinition<"InfraCluster">,
>(reconciler: InfraMachineReconciler<D, C>): Behaviour<MachineOwners> {
  const { definition } = reconciler;
  const machineScope = async (visit: Visit<Partial<MachineOwners>>) => {
    const { cluster, machine } = visit.owners;
    return {
      ...providerScope(definition, visit),
      infraCluster: await findInfraCluster(visit.manager.cache, reconciler.infraCluster, visit.object, cluster),
      failureDomain: wantedDomain(visit.object, machine),
    };
  };
  return {
    role: "InfraMachine",
    keepsFinalizer: true,
    findOwners: findMachineOwners,
    async provide(visit) {
      const { provisioned, providerID, failure } = readInfraMachine(visit.object, definition.contract);
      // Terminal under contract v1beta1 only (rule IB-002).
      if (failure !== undefined && definition.contract === "v1beta1") return stillFailed(failure);
      // A machine that was reported once is never waited for again; a restore has taken its status at most.
      const isKnown = provisioned || providerID !== undefined;
      const waiting = isKnown ? undefined : waitForClusterInfrastructure(visit.owners.cluster);
      if (waiting !== undefined) return waiting;
      const bootstrap = await readBootstrapData(visit, !isKnown);
      if (!isKnown && (bootstrap.state === "unnamed" || bootstrap.state === "missing")) return waitForData(bootstrap);
      const scope = {
        ...(await machineScope(visit)),
        ...clusterScope(visit.owners.cluster),
        machine: visit.owners.machine,
        bootstrapData: bootstrap.state === "present" ? bootstrap.data : undefined,
        bootstrapFormat: bootstrap.state === "present" ? bootstrap.format : undefined,
      };
      const outcome = await reconciler.reconcileMachine(scope, visit.signal);
      return findingOf("InfraMachine", checkedOutcome(definition, visit.object, outcome));
    },
    async remove(visit: Visit<Partial<MachineOwners>>) {
      const { cluster, machine } = visit.owners;
      const base = { ...(await machineScope(visit)), bootstrapData: undefined, bootstrapFormat: undefined };
      return reconciler.deleteMachine({ ...base, cluster, machine }, visit.signal);
    },
  };
}

/** Contract v1beta1 has it in the spec of the InfraMachine, too (rule IM-009). */
function wantedDomain(object: CachedObject, machine: DeepReadonly<Machine> | undefined): string | undefined {
  const { failureDomain } = fieldsOf(object.spec);
  const domain = machine?.spec.failureDomain ?? failureDomain;
  return typeof domain === "string" && domain !== "" ? domain : undefined;
}

function waitForData(bootstrap: Extract<BootstrapData, { state: "unnamed" | "missing" }>): Finding {
  if (bootstrap.state === "unnamed") {
    const message = "Waiting for the bootstrap provider to set Machine spec.bootstrap.dataSecretName";
    return { progress: "waiting", reason: providerReasons.waitingForBootstrapData, message };
  }
  const message = `Waiting for bootstrap data: ${bootstrap.why}`;
  const reason = providerReasons.waitingForBootstrapData;
  return { progress: "waiting", reason, message, retryAfterMs: missingSecretRetryMs };
}
