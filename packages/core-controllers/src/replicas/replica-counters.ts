import { conditionTypes, type DeepReadonly, getCondition, isConditionTrue, type Machine } from "@capstan/contract";

/** How many Machines there are, and how many of them are in a state. */
export interface ReplicaCounters {
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly upToDateReplicas: number;
}

/** The counters of v1beta1, which look at Nodes instead of Machines. */
export interface NodeCounters {
  readonly readyReplicas: number;
  readonly availableReplicas: number;
}

/** Counts Machines by their conditions; one that is being deleted counts as long as it is there. */
export function countReplicas(machines: readonly DeepReadonly<Machine>[]): ReplicaCounters {
  const counts = { readyReplicas: 0, availableReplicas: 0, upToDateReplicas: 0 };
  for (const { status } of machines) {
    for (const condition of status?.conditions ?? []) {
      if (condition.status !== "True") continue;
      if (condition.type === conditionTypes.ready) counts.readyReplicas += 1;
      else if (condition.type === conditionTypes.available) counts.availableReplicas += 1;
      else if (condition.type === conditionTypes.upToDate) counts.upToDateReplicas += 1;
    }
  }
  return { replicas: machines.length, ...counts };
}

/** Counts Machines whose Node is Ready, and those whose Node has been so for `minReadySeconds`. */
export function countNodes(machines: readonly DeepReadonly<Machine>[], now: number): NodeCounters {
  const ready = machines.filter((machine) => isConditionTrue(machine, conditionTypes.nodeReady));
  const isAvailable = (machine: DeepReadonly<Machine>) => {
    const since = Date.parse(getCondition(machine, conditionTypes.nodeReady)?.lastTransitionTime ?? "");
    return since + (machine.spec.minReadySeconds ?? 0) * 1000 <= now;
  };
  return { readyReplicas: ready.length, availableReplicas: ready.filter(isAvailable).length };
}
