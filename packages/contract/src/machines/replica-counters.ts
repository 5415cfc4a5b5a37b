import { conditionTypes } from "../conditions/condition-types.ts";
import { getCondition, type HasConditions, isConditionTrue } from "../conditions/conditions.ts";

/** The number of Machines, and of those in each state. */
export interface ReplicaCounters {
  /** All of them. */
  readonly replicas: number;
  /** Those with the condition Ready. */
  readonly readyReplicas: number;
  /** Those with the condition Available. */
  readonly availableReplicas: number;
  /** Those with the condition UpToDate. */
  readonly upToDateReplicas: number;
}

/** The counters of v1beta1, which count Nodes instead of Machines. */
export interface NodeCounters {
  /** Those whose Node is Ready. */
  readonly readyReplicas: number;
  /** Those whose Node has been Ready for `minReadySeconds`. */
  readonly availableReplicas: number;
}

/** Counts Machines by their conditions. A Machine that is being deleted counts until it is deleted. */
export function countReplicas(machines: readonly HasConditions<"Ready" | "Available" | "UpToDate">[]): ReplicaCounters {
  const countOf = (type: "Ready" | "Available" | "UpToDate") =>
    machines.filter((machine) => isConditionTrue(machine, type)).length;
  return {
    replicas: machines.length,
    readyReplicas: countOf(conditionTypes.ready),
    availableReplicas: countOf(conditionTypes.available),
    upToDateReplicas: countOf(conditionTypes.upToDate),
  };
}

type CountedByNode = HasConditions<"NodeReady"> & { readonly spec: { readonly minReadySeconds?: number } };

/** Counts Machines whose Node is Ready, and those whose Node has been Ready for `minReadySeconds`. */
export function countNodes(machines: readonly CountedByNode[], now: number): NodeCounters {
  const ready = machines.filter((machine) => isConditionTrue(machine, conditionTypes.nodeReady));
  const isAvailable = (machine: CountedByNode) => {
    const { minReadySeconds = 0 } = machine.spec;
    const since = Date.parse(getCondition(machine, conditionTypes.nodeReady)?.lastTransitionTime ?? "");
    return minReadySeconds === 0 || since + minReadySeconds * 1000 <= now;
  };
  return { readyReplicas: ready.length, availableReplicas: ready.filter(isAvailable).length };
}
