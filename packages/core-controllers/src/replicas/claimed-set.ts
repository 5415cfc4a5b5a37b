import {
  type DeepReadonly,
  labels,
  type MachineDeployment,
  type MachineSet,
  type OwnerReference,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, setOwnerReference } from "@capstan/runtime";
import { defaultReplicas } from "./effective-fields.ts";

/** What makes a MachineSet or MachineDeployment part of its Cluster. */
export interface Claim {
  readonly finalizer: string;
  /** `undefined`: the object keeps its owners. */
  readonly owner: OwnerReference | undefined;
  /** The last known `spec.replicas`, for a set whose `spec.replicas` was removed. */
  readonly formerReplicas: number | undefined;
}

/** A MachineSet or MachineDeployment with the finalizer, label, owner and replicas that it needs before it creates anything. */
export function claimedSet<T extends MachineDeployment | MachineSet>(
  set: DeepReadonly<T>,
  { finalizer, owner, formerReplicas }: Claim,
): T {
  const next = deepCopy<T>(set);
  next.metadata = addFinalizer(next.metadata, finalizer);
  next.metadata.labels = { ...next.metadata.labels, [labels.clusterName]: next.spec.clusterName };
  if (owner !== undefined) next.metadata = setOwnerReference(next.metadata, owner);
  next.spec.replicas ??= defaultReplicas(next.metadata, formerReplicas);
  return next;
}
