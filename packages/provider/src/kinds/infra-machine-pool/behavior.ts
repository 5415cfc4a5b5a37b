import { readProviderObject } from "@capstan/contract";
import { checkedOutcome } from "../../check/checked-outcome.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import { findPoolOwners, type PoolOwners } from "../../object/owners.ts";
import { findingOf } from "../../finding/finding-of.ts";
import type { Finding } from "../../finding/finding.ts";
import { bootedBehavior } from "../booted/behavior.ts";
import { managesReplicas } from "./definition.ts";
import type { InfraMachinePoolOutcome } from "./outcome.ts";
import { followReplicas, wantedReplicas } from "./replicas.ts";
import type { InfraMachinePoolScope } from "./scope.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import type { DeletionOutcome } from "../../outcome/outcome.ts";

/** A finding with the number of machines that the infrastructure decided on, if the pool exists. */
interface PoolFinding extends Finding {
  readonly decidedReplicas?: number;
}

/** The methods of the author's reconciler. */
export interface InfraMachinePoolAuthor<
  D extends ProviderDefinition<"InfraMachinePool">,
  C extends ProviderDefinition<"InfraCluster">,
> {
  readonly definition: D;
  readonly infraCluster?: C;
  reconcilePool(
    scope: InfraMachinePoolScope<D, C>,
    signal: AbortSignal,
  ): Promise<InfraMachinePoolOutcome> | InfraMachinePoolOutcome;
  deletePool(
    scope: DeletionScope<InfraMachinePoolScope<D, C>>,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** The behavior of an InfraMachinePool in the lifecycle. */
export function infraMachinePoolBehavior<
  D extends ProviderDefinition<"InfraMachinePool">,
  C extends ProviderDefinition<"InfraCluster">,
>(reconciler: InfraMachinePoolAuthor<D, C>): Behavior<PoolOwners> {
  const { definition } = reconciler;
  return {
    ...bootedBehavior<D, C, PoolOwners>(reconciler, {
      findOwners: findPoolOwners,
      bootsFrom: ({ machinePool }) => ({ path: "MachinePool spec.template.spec", ...machinePool.spec.template.spec }),
      isKnown(object) {
        const reading = readProviderObject("InfraMachinePool", object, definition.contract);
        const { provisioned, providerID, providerIDList = [] } = reading;
        return provisioned || providerID !== undefined || providerIDList.length > 0;
      },
      async provide(shared, { object, owners: { machinePool }, signal }) {
        const scope = { ...shared, ...wantedReplicas(machinePool), machinePool };
        const outcome = await reconciler.reconcilePool(scope, signal);
        return poolFinding(definition, checkedOutcome(definition, object, outcome));
      },
      remove(shared, { owners: { machinePool }, signal }) {
        const wanted = machinePool === undefined ? nothingWanted : wantedReplicas(machinePool);
        return reconciler.deletePool({ ...shared, ...wanted, machinePool }, signal);
      },
    }),
    async afterwards(visit, { decidedReplicas }: PoolFinding) {
      if (decidedReplicas !== undefined && managesReplicas(definition)) await followReplicas(visit, decidedReplicas);
      return undefined;
    },
  };
}

const nothingWanted = { replicas: 0, replicasManagedBy: undefined };

/** Sorts the list and sets the count, so that the same machines always produce the same report. */
function poolFinding(definition: ProviderDefinition, outcome: InfraMachinePoolOutcome): PoolFinding {
  if (!("providerIDList" in outcome) || outcome.providerIDList === undefined) return findingOf(definition, outcome);
  const { providerIDList } = outcome;
  const { replicas = providerIDList.length, desiredReplicas: decidedReplicas = replicas } =
    outcome.type === "poolProvisioned" ? outcome : {};
  const report = { ...outcome, providerIDList: providerIDList.toSorted(), replicas };
  const finding = findingOf(definition, report);
  return outcome.type === "poolProvisioned" ? { ...finding, decidedReplicas } : finding;
}
