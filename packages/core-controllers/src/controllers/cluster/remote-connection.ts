import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { type WorkloadState } from "../../workload/workload-state.ts";

/** The condition RemoteConnectionProbe. A connection that was lost only recently changes nothing yet. */
export function remoteConnectionCondition(cluster: DeepReadonly<Cluster>, workload: WorkloadState): NewCondition {
  const type = conditionTypes.remoteConnectionProbe;
  if (workload.state === "connected") return { type, status: "True", reason: reasons.probeSucceeded };
  const before = getCondition(cluster, type);
  if (workload.state === "connecting" && before?.status === "True") {
    return { type, status: before.status, reason: before.reason };
  }
  return { type, status: "False", reason: reasons.probeFailed, message: workload.message };
}
