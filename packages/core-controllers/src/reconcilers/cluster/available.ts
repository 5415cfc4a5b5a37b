import {
  type Cluster,
  type Condition,
  conditionTypes,
  type DeepReadonly,
  isConditionTrue,
  type MachineDeployment,
  reasons,
} from "@capstan/contract";
import { type ConditionDraft } from "../../conditions/condition-draft.ts";
import { summarize } from "../../conditions/summary.ts";

/** The condition WorkersAvailable, summed up over the Cluster's MachineDeployments. */
export function workersAvailableCondition(deployments: readonly DeepReadonly<MachineDeployment>[]): ConditionDraft {
  const type = conditionTypes.workersAvailable;
  if (deployments.length === 0) return { type, status: "True", reason: reasons.noWorkers };
  const missing = deployments
    .filter((deployment) => !isConditionTrue(deployment, conditionTypes.available))
    .map((deployment) => deployment.metadata.name)
    .sort();
  return missing.length === 0
    ? { type, status: "True", reason: reasons.available }
    : {
        type,
        status: "False",
        reason: reasons.notAvailable,
        message: `MachineDeployment ${missing.join(", ")} not Available`,
      };
}

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
