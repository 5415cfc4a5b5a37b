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
  const count = (type: string) => machines.filter((machine) => isConditionTrue(machine, type)).length;
  return {
    replicas: machines.length,
    readyReplicas: count(conditionTypes.ready),
    availableReplicas: count(conditionTypes.available),
    upToDateReplicas: count(conditionTypes.upToDate),
  };
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

/** The sum of counters. */
export function sumOf(counters: readonly ReplicaCounters[]): ReplicaCounters {
  const sum = (key: keyof ReplicaCounters) => counters.reduce((total, counter) => total + counter[key], 0);
  return {
    replicas: sum("replicas"),
    readyReplicas: sum("readyReplicas"),
    availableReplicas: sum("availableReplicas"),
    upToDateReplicas: sum("upToDateReplicas"),
  };
}
