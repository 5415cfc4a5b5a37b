import { type DeepReadonly, finalizers, labels, type MachineDeployment } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, setOwnerReference } from "@capstan/runtime";
import { defaultReplicas } from "../../replicas/effective-fields.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type DeploymentCluster } from "./reads.ts";

/**
 * The metadata and replicas that a MachineDeployment needs before it creates MachineSets: finalizer, label, owner, replicas. Not for one
 * that is being deleted.
 */
export function claimedMachineDeployment(
  deployment: DeepReadonly<MachineDeployment>,
  cluster: DeploymentCluster,
): MachineDeployment {
  const next = deepCopy<MachineDeployment>(deployment);
  const { metadata, spec, status } = deployment;
  next.metadata = setOwnerReference(addFinalizer(next.metadata, finalizers.machineDeployment), clusterOwner(cluster));
  next.metadata.labels = { ...next.metadata.labels, [labels.clusterName]: spec.clusterName };
  next.spec.replicas ??= defaultReplicas(metadata, status?.replicas);
  return next;
}
