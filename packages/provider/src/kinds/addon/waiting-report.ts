import { type Cluster, conditionTypes, type DeepReadonly, isConditionTrue, reasons } from "@capstan/contract";
import { providerReasons } from "../../finding/provider-reasons.ts";
import { clusterReport, type ClusterReport } from "./cluster-report.ts";

/** The entry of a Cluster that is not called for. One that is paused keeps what it has reported. */
export function waitingReport(
  cluster: DeepReadonly<Cluster>,
  known: ClusterReport | undefined,
): ClusterReport | undefined {
  const { name } = cluster.metadata;
  if (cluster.spec.paused === true) {
    const message = `Cluster ${name} has spec.paused set`;
    return known ?? clusterReport({ name, ready: false, reason: providerReasons.clusterPaused, message });
  }
  if (isInitialized(cluster)) return undefined;
  const message = `Waiting for the control plane of Cluster ${name} to be initialized`;
  return clusterReport({ name, ready: false, reason: reasons.waitingForControlPlaneInitialized, message });
}

/** For a Cluster without a control plane object, core only sets the condition, once a control plane Machine is a Node. */
export function isInitialized(cluster: DeepReadonly<Cluster>): boolean {
  const isReported = cluster.status?.initialization?.controlPlaneInitialized === true;
  return isReported || isConditionTrue(cluster, conditionTypes.controlPlaneInitialized);
}
