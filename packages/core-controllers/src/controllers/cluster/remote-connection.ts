import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { type ObservedCluster } from "./observed.ts";

/** The condition RemoteConnectionProbe. A recently lost connection does not change it yet. */
export function remoteConnectionCondition(
  cluster: DeepReadonly<Cluster>,
  { workload, kubeconfigProblem }: Pick<ObservedCluster, "workload" | "kubeconfigProblem">,
): NewCondition {
  const type = conditionTypes.remoteConnectionProbe;
  // Even if a server responds: it may belong to an earlier Cluster.
  if (kubeconfigProblem !== undefined) {
    const message = workload.state === "connected" ? [] : [workload.message];
    return { type, status: "False", reason: reasons.probeFailed, message: [...message, kubeconfigProblem].join("; ") };
  }
  if (workload.state === "connected") return { type, status: "True", reason: reasons.probeSucceeded };
  const before = getCondition(cluster, type);
  if (workload.state === "connecting" && before?.status === "True") {
    return { type, status: before.status, reason: before.reason };
  }
  return { type, status: "False", reason: reasons.probeFailed, message: workload.message };
}
