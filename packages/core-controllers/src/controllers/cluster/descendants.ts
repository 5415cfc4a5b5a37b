import { conditionTypes, controllerOf, getCondition, labels } from "@capstan/contract";
import { type ObservedPools } from "./machine-pools.ts";
import {
  type ClusterMachine,
  type ClusterMachineDeployment,
  type ClusterMachinePool,
  type ClusterMachineSet,
} from "./reads.ts";

/** The objects that belong to a Cluster. */
export interface Descendants {
  readonly machineDeployments: readonly ClusterMachineDeployment[];
  readonly machineSets: readonly ClusterMachineSet[];
  readonly machines: readonly ClusterMachine[];
  /** `undefined`: the kind is not installed. */
  readonly machinePools?: ObservedPools;
}

/** The known pools. */
export function poolsOf({ machinePools }: Descendants): readonly ClusterMachinePool[] {
  return machinePools?.state === "known" ? machinePools.pools : [];
}

/** Omits the Machines of pools, because the counters of the pool say more than its Machines do. */
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

/** The Machines for which a controller reports whether they are up to date. Standalone Machines have no such report. */
export function reportingUpToDate(machines: readonly ClusterMachine[]): ClusterMachine[] {
  return machines.filter(
    (machine) => controllerOf(machine) !== undefined || getCondition(machine, conditionTypes.upToDate) !== undefined,
  );
}
