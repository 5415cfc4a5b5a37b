import { type DeepReadonly, finalizers, type MachineDeployment } from "@capstan/contract";
import { claimedSet } from "../../replicas/claimed-set.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type DeploymentCluster } from "./reads.ts";

/**
 * The metadata and replicas that a MachineDeployment needs before it creates MachineSets: finalizer, label, owner, replicas. Not for one
 * that is being deleted.
 *
 * @param formerReplicas - the last known `spec.replicas`.
 */
export function claimedMachineDeployment(
  deployment: DeepReadonly<MachineDeployment>,
  cluster: DeploymentCluster,
  formerReplicas: number | undefined,
): MachineDeployment {
  const claim = { finalizer: finalizers.machineDeployment, owner: clusterOwner(cluster), formerReplicas };
  return claimedSet<MachineDeployment>(deployment, claim);
}
