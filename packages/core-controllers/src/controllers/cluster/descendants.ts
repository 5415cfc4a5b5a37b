import {
  conditionTypes,
  controllerOf,
  type DeepReadonly,
  getCondition,
  labels,
  type Machine,
  type MachineDeployment,
  type MachinePool,
  type MachineSet,
} from "@capstan/contract";
import { type ObservedPools } from "../../references/machine-pools.ts";

/** What belongs to a Cluster. */
export interface Descendants {
  readonly machineDeployments: readonly DeepReadonly<MachineDeployment>[];
  readonly machineSets: readonly DeepReadonly<MachineSet>[];
  readonly machines: readonly DeepReadonly<Machine>[];
  /** `undefined`: that kind is not there. */
  readonly machinePools?: ObservedPools;
}

/** The pools that are known. */
export function poolsOf({ machinePools }: Descendants): readonly DeepReadonly<MachinePool>[] {
  return machinePools?.state === "known" ? machinePools.pools : [];
}

/** Without the Machines of pools: what is summed up of pools they tell themselves, and more than their Machines know. */
export function withoutPooled(machines: readonly DeepReadonly<Machine>[]): readonly DeepReadonly<Machine>[] {
  return machines.filter(({ metadata }) => !(labels.machinePoolName in (metadata.labels ?? {})));
}

/** Whether a Machine runs part of the control plane. */
function isControlPlaneMachine(machine: DeepReadonly<Machine>): boolean {
  return labels.controlPlane in (machine.metadata.labels ?? {});
}

/** The Machines of the control plane. */
export function controlPlaneMachines({ machines }: Descendants): readonly DeepReadonly<Machine>[] {
  return machines.filter(isControlPlaneMachine);
}

/** The Machines that run workloads. */
export function workerMachines({ machines }: Descendants): readonly DeepReadonly<Machine>[] {
  return machines.filter((machine) => !isControlPlaneMachine(machine));
}

/** The Machines of which somebody tells whether they are up to date: of standalone ones nobody does. */
export function toldUpToDate(machines: readonly DeepReadonly<Machine>[]): DeepReadonly<Machine>[] {
  return machines.filter(
    (machine) => controllerOf(machine) !== undefined || getCondition(machine, conditionTypes.upToDate) !== undefined,
  );
}
