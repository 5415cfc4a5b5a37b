import { conditionTypes, type DeepReadonly, isConditionTrue, type Machine } from "@capstan/contract";
import { deprecatedCondition, type DeprecatedDraft } from "../../conditions/deprecated-conditions.ts";

/** What the v1beta1 conditions of a MachineSet are computed from. */
export interface DeprecatedFacts {
  readonly wanted: number;
  readonly machines: readonly DeepReadonly<Machine>[];
  readonly readyNodes: number;
  readonly blockers: readonly string[];
}

/** The v1beta1 conditions of a MachineSet: MachinesCreated, Resized, MachinesReady. */
export function deprecatedSetConditions(facts: DeprecatedFacts): DeprecatedDraft[] {
  return [machinesCreated(facts), resized(facts), machinesReady(facts.machines)];
}

function machinesCreated({ wanted, machines, blockers }: DeprecatedFacts): DeprecatedDraft {
  const failed = machines.length < wanted && blockers.length > 0;
  return deprecatedCondition(
    "MachinesCreated",
    failed ? { severity: "Error", reason: "MachineCreationFailed", message: blockers.join("; ") } : undefined,
  );
}

function resized({ wanted, machines, readyNodes }: DeprecatedFacts): DeprecatedDraft {
  const type = "Resized";
  const count = machines.length;
  if (count === wanted) {
    const waiting = { severity: "Info" as const, reason: "WaitingForReplicasReady" };
    return deprecatedCondition(type, readyNodes === count ? undefined : waiting);
  }
  const up = count < wanted;
  return deprecatedCondition(type, {
    severity: "Warning",
    reason: up ? "ScalingUp" : "ScalingDown",
    message: `Scaling ${up ? "up" : "down"} MachineSet to ${wanted} replicas (actual ${count})`,
  });
}

function machinesReady(machines: readonly DeepReadonly<Machine>[]): DeprecatedDraft {
  const waiting = machines.filter((machine) => !isConditionTrue(machine, conditionTypes.ready));
  const [first] = waiting.map(({ metadata }) => metadata.name).sort();
  return deprecatedCondition(
    "MachinesReady",
    first === undefined
      ? undefined
      : {
          severity: "Info",
          reason: `NotReady @ Machine/${first}`,
          message: `${machines.length - waiting.length} of ${machines.length} completed`,
        },
  );
}
