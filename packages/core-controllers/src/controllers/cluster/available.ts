import {
  type Cluster,
  type Condition,
  conditionTypes,
  type DeepReadonly,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { type Priority, summarize } from "../../conditions/summary.ts";
import { topologyNotSupported } from "./topology.ts";

const gone: readonly string[] = [reasons.objectDeleted, reasons.objectDoesNotExist];
const provided: readonly string[] = [conditionTypes.infrastructureReady, conditionTypes.controlPlaneAvailable];

/** Reasons of TopologyReconciled that are faults. All other reasons mean work in progress. */
const topologyFaults: readonly string[] = ["ReconcileFailed", "ClusterClassNotReconciled", topologyNotSupported];

/** While a Cluster is being deleted, missing objects are not an issue. A topology that is still rolling out never is. */
function priorityOf({ metadata }: DeepReadonly<Cluster>, { type, status, reason }: NewCondition): Priority | undefined {
  if (metadata.deletionTimestamp !== undefined && provided.includes(type) && gone.includes(reason)) return "info";
  const isOnItsWay = type === conditionTypes.topologyReconciled && status === "False";
  return isOnItsWay && !topologyFaults.includes(reason) ? "info" : undefined;
}

/** The condition Available: everything that a usable Cluster needs, summarized with its availability gates. */
export function clusterAvailableCondition(
  cluster: DeepReadonly<Cluster>,
  conditions: readonly Condition[],
): NewCondition {
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
    optional: [conditionTypes.topologyReconciled],
    negativePolarity: [
      conditionTypes.deleting,
      ...gates.filter((gate) => gate.polarity === "Negative").map((gate) => gate.conditionType),
    ],
    priorityOf: (condition) => priorityOf(cluster, condition),
    reasons: { True: reasons.available, False: reasons.notAvailable, Unknown: reasons.availableUnknown },
  });
}
