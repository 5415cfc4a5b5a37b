import { type DeepReadonly, type Machine, readProviderObject } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import { bootstrapOrWaiting } from "../../bootstrap-data/bootstrap-or-waiting.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { findMachineOwners, type MachineOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import { findingOf } from "../../finding/finding-of.ts";
import { infraClusterScope } from "../infra-cluster/infra-cluster-scope.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";
import type { Visit } from "../../visit/visit.ts";
import type { InfraMachineScope } from "./scope.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import type { InfraMachineOutcome } from "./outcome.ts";
import type { DeletionOutcome } from "../../outcome/outcome.ts";

/** The methods of the author's reconciler. */
export interface InfraMachineAuthor<
  D extends ProviderDefinition<"InfraMachine">,
  C extends ProviderDefinition<"InfraCluster">,
> {
  readonly definition: D;
  readonly infraCluster?: C;
  reconcileMachine(
    scope: InfraMachineScope<D, C>,
    signal: AbortSignal,
  ): Promise<InfraMachineOutcome> | InfraMachineOutcome;
  deleteMachine(
    scope: DeletionScope<InfraMachineScope<D, C>>,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** The behavior of an InfraMachine in the lifecycle. */
export function infraMachineBehavior<
  D extends ProviderDefinition<"InfraMachine">,
  C extends ProviderDefinition<"InfraCluster">,
>(reconciler: InfraMachineAuthor<D, C>): Behavior<MachineOwners> {
  const { definition } = reconciler;
  const machineScope = async (visit: Visit<Partial<MachineOwners>>) => ({
    ...providerScope(definition, visit),
    ...(await infraClusterScope(reconciler.infraCluster, visit)),
    failureDomain: wantedDomain(visit.object, visit.owners.machine),
  });
  return {
    keepsFinalizer: true,
    findOwners: findMachineOwners,
    async provide(visit) {
      const { provisioned, providerID } = readProviderObject("InfraMachine", visit.object, definition.contract);
      // A machine that was reported before does not wait for prerequisites again: if its status is missing, a restore has removed it.
      const isKnown = provisioned || providerID !== undefined;
      const { cluster, machine } = visit.owners;
      const bootstrap = await bootstrapOrWaiting(visit, { path: "Machine spec", ...machine.spec }, isKnown);
      if ("progress" in bootstrap) return bootstrap;
      const scope = { ...(await machineScope(visit)), ...clusterScope(cluster), ...bootstrap, machine };
      const outcome = await reconciler.reconcileMachine(scope, visit.signal);
      return findingOf(definition, checkedOutcome(definition, visit.object, outcome));
    },
    async remove(visit: Visit<Partial<MachineOwners>>) {
      const { cluster, machine } = visit.owners;
      const base = { ...(await machineScope(visit)), bootstrapData: undefined, bootstrapFormat: undefined };
      return reconciler.deleteMachine({ ...base, cluster, machine }, visit.signal);
    },
  };
}

/** Contract v1beta1 also has the failure domain in the spec of the InfraMachine (rule IM-009). */
function wantedDomain(object: CachedObject, machine: DeepReadonly<Machine> | undefined): string | undefined {
  const { failureDomain } = fieldsOf(object.spec);
  const domain = machine?.spec.failureDomain ?? failureDomain;
  return typeof domain === "string" && domain !== "" ? domain : undefined;
}
