import { type DeepReadonly, type Machine, readProviderObject } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { findMachineOwners, type MachineOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import { findingOf } from "../../finding/finding-of.ts";
import { bootedBehavior } from "../booted/behavior.ts";
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
  return bootedBehavior<D, C, MachineOwners>(reconciler, {
    findOwners: findMachineOwners,
    bootsFrom: ({ machine }) => ({ path: "Machine spec", ...machine.spec }),
    isKnown(object) {
      const { provisioned, providerID } = readProviderObject("InfraMachine", object, definition.contract);
      return provisioned || providerID !== undefined;
    },
    async provide(shared, visit) {
      const { machine } = visit.owners;
      const scope = { ...shared, machine, failureDomain: wantedDomain(visit.object, machine) };
      const outcome = await reconciler.reconcileMachine(scope, visit.signal);
      return findingOf(definition, checkedOutcome(definition, visit.object, outcome));
    },
    remove: (shared, { object, owners: { machine }, signal }) =>
      reconciler.deleteMachine({ ...shared, machine, failureDomain: wantedDomain(object, machine) }, signal),
  });
}

/** Contract v1beta1 also has the failure domain in the spec of the InfraMachine (rule IM-009). */
function wantedDomain(object: CachedObject, machine: DeepReadonly<Machine> | undefined): string | undefined {
  const { failureDomain } = fieldsOf(object.spec);
  const domain = machine?.spec.failureDomain ?? failureDomain;
  return typeof domain === "string" && domain !== "" ? domain : undefined;
}
