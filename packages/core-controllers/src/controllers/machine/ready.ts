import {
  type Condition,
  conditionTypes,
  type DeepReadonly,
  type Machine,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { deletionInShort, groupComponents } from "./ready-messages.ts";
import { type Priority, summarize } from "../../conditions/summary.ts";

/** The `Ready` condition: everything that makes a Machine usable, summarized with the Machine's readiness gates. */
export function readyOf(machine: DeepReadonly<Machine>, conditions: readonly Condition[], now: number): NewCondition {
  const gates = machine.spec.readinessGates ?? [];
  const deleting = machine.metadata.deletionTimestamp !== undefined;
  const considered = conditions.map((condition): NewCondition =>
    deleting && condition.type === conditionTypes.deleting
      ? { ...condition, message: deletionInShort(machine, condition, now) }
      : condition,
  );
  return summarize(considered, {
    type: conditionTypes.ready,
    of: [
      conditionTypes.deleting,
      conditionTypes.updating,
      conditionTypes.bootstrapConfigReady,
      conditionTypes.infrastructureReady,
      conditionTypes.nodeHealthy,
      conditionTypes.healthCheckSucceeded,
      ...gates.map((gate) => gate.conditionType),
    ],
    optional: [conditionTypes.healthCheckSucceeded],
    negativePolarity: [
      conditionTypes.deleting,
      conditionTypes.updating,
      ...gates.filter((gate) => gate.polarity === "Negative").map((gate) => gate.conditionType),
    ],
    reasons: { True: reasons.ready, False: reasons.notReady, Unknown: reasons.readyUnknown },
    rewordedLines: groupComponents,
    ...(deleting ? { priorityOf: goneIsFine } : {}),
  });
}

/** While a Machine is being deleted, missing objects are not an issue. */
function goneIsFine(condition: NewCondition): Priority | undefined {
  const gone: readonly string[] = [
    reasons.objectDeleted,
    reasons.objectDoesNotExist,
    reasons.nodeDeleted,
    reasons.nodeDoesNotExist,
  ];
  return gone.includes(condition.reason) ? "info" : undefined;
}

/** The `Available` condition: Ready for at least `spec.minReadySeconds`. */
export function availableOf(
  machine: DeepReadonly<Machine>,
  conditions: readonly Condition[],
  now: number,
): NewCondition {
  const type = conditionTypes.available;
  if (!conditions.some((condition) => condition.type === conditionTypes.ready && condition.status === "True")) {
    return { type, status: "False", reason: reasons.notReady };
  }
  return availableAfterMs(machine, conditions, now) === 0
    ? { type, status: "True", reason: reasons.available }
    : { type, status: "False", reason: reasons.waitingForMinReadySeconds };
}

/** Milliseconds until a Ready Machine becomes Available; 0 once it is; `undefined` while it is not Ready. */
export function availableAfterMs(
  machine: DeepReadonly<Machine>,
  conditions: readonly DeepReadonly<Condition>[],
  now: number,
): number | undefined {
  const ready = conditions.find((condition) => condition.type === conditionTypes.ready);
  if (ready?.status !== "True") return undefined;
  const { minReadySeconds = 0 } = machine.spec;
  // Even if the clock was set back since.
  if (minReadySeconds === 0) return 0;
  return Math.max(0, Date.parse(ready.lastTransitionTime) + minReadySeconds * 1000 - now);
}
