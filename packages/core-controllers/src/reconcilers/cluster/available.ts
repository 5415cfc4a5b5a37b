import { type Cluster, type Condition, conditionTypes, type DeepReadonly, reasons } from "@capstan/contract";
import { type ConditionDraft } from "../../conditions/condition-draft.ts";
import { summarize } from "../../conditions/summary.ts";

/** The condition Available: everything a usable Cluster needs, summed up with its availability gates. */
export function clusterAvailableCondition(
  cluster: DeepReadonly<Cluster>,
  conditions: readonly Condition[],
): ConditionDraft {
  const gates = cluster.spec.availabilityGates ?? [];
  return summarize(conditions, {
    type: conditionTypes.available,
    of: [
      conditionTypes.deleting,
      conditionTypes.remoteConnectionProbe,
      conditionTypes.infrastructureReady,
      conditionTypes.controlPlaneAvailable,
      conditionTypes.workersAvailable,
      conditionTypes.topologyReconciled,
      ...gates.map((gate) => gate.conditionType),
    ],
    optional: cluster.spec.topology === undefined ? [conditionTypes.topologyReconciled] : [],
    negativePolarity: [
      conditionTypes.deleting,
      ...gates.filter((gate) => gate.polarity === "Negative").map((gate) => gate.conditionType),
    ],
    reasons: { True: reasons.available, False: reasons.notAvailable, Unknown: reasons.availableUnknown },
  });
}
