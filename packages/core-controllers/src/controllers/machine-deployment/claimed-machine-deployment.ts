import { type DeepReadonly, finalizers, labels, type MachineDeployment } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, setOwnerReference } from "@capstan/runtime";
import { defaultReplicas } from "../../replicas/effective-fields.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type DeploymentCluster } from "./reads.ts";

/** A MachineDeployment, not being deleted, as it must be before it makes MachineSets: finalizer, label, owner, replicas. */
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
