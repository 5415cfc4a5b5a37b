import { conditionTypes, controllerOf, getCondition, labels } from "@capstan/contract";
import { type ObservedPools } from "./machine-pools.ts";
import {
  type ClusterMachine,
  type ClusterMachineDeployment,
  type ClusterMachinePool,
  type ClusterMachineSet,
} from "./reads.ts";

/** What belongs to a Cluster. */
export interface Descendants {
  readonly machineDeployments: readonly ClusterMachineDeployment[];
  readonly machineSets: readonly ClusterMachineSet[];
  readonly machines: readonly ClusterMachine[];
  /** `undefined`: that kind is not installed. */
  readonly machinePools?: ObservedPools;
}

/** The pools that are known. */
export function poolsOf({ machinePools }: Descendants): readonly ClusterMachinePool[] {
  return machinePools?.state === "known" ? machinePools.pools : [];
}

/** Leaves out the Machines of pools: pools report their own sums, which say more than their Machines do. */
export function withoutPooled(machines: readonly ClusterMachine[]): readonly ClusterMachine[] {
  return machines.filter(({ metadata }) => !(labels.machinePoolName in (metadata.labels ?? {})));
}

/** Whether a Machine runs part of the control plane. */
function isControlPlaneMachine(machine: ClusterMachine): boolean {
  return labels.controlPlane in (machine.metadata.labels ?? {});
}

/** The Machines of the control plane. */
export function controlPlaneMachines({ machines }: Descendants): readonly ClusterMachine[] {
  return machines.filter(isControlPlaneMachine);
}

/** The Machines that run workloads. */
export function workerMachines({ machines }: Descendants): readonly ClusterMachine[] {
  return machines.filter((machine) => !isControlPlaneMachine(machine));
}

/** The Machines for which a controller reports whether they are up to date; standalone ones have no such report. */
export function reportingUpToDate(machines: readonly ClusterMachine[]): ClusterMachine[] {
  return machines.filter(
    (machine) => controllerOf(machine) !== undefined || getCondition(machine, conditionTypes.upToDate) !== undefined,
  );
}
