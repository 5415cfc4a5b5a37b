import {
  conditionTypes,
  controllerOf,
  type DeepReadonly,
  getCondition,
  labels,
  type Machine,
  type MachineDeployment,
  type MachineSet,
} from "@capstan/contract";

/** What belongs to a Cluster. */
export interface Descendants {
  readonly machineDeployments: readonly DeepReadonly<MachineDeployment>[];
  readonly machineSets: readonly DeepReadonly<MachineSet>[];
  readonly machines: readonly DeepReadonly<Machine>[];
}

/** Whether a Machine runs part of the control plane. */
export function isControlPlaneMachine(machine: DeepReadonly<Machine>): boolean {
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
