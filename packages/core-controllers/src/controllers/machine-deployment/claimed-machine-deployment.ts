import { type DeepReadonly, finalizers, labels, type MachineDeployment } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { addFinalizer, setOwnerReference } from "@capstan/runtime";
import { withDefaults } from "../../replicas/set-defaults.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { type DeploymentCluster } from "./reads.ts";

type Rollout = NonNullable<MachineDeployment["spec"]["rollout"]>;

/** A MachineDeployment, not being deleted, as it must be before it makes MachineSets: finalizer, label, owner, defaults. */
export function claimedMachineDeployment(
  deployment: DeepReadonly<MachineDeployment>,
  cluster: DeploymentCluster,
): MachineDeployment {
  const next = deepCopy<MachineDeployment>(deployment);
  const { metadata, spec, status } = deployment;
  next.metadata = setOwnerReference(addFinalizer(next.metadata, finalizers.machineDeployment), clusterOwner(cluster));
  next.metadata.labels = { ...next.metadata.labels, [labels.clusterName]: spec.clusterName };
  const nameLabel = { [labels.machineDeploymentName]: metadata.name };
  Object.assign(next.spec, withDefaults(spec, metadata, nameLabel, status?.replicas));
  next.spec.rollout = rolloutWithDefaults(next.spec.rollout);
  return next;
}

function rolloutWithDefaults(rollout: Rollout | undefined): Rollout {
  const { type = "RollingUpdate", rollingUpdate } = rollout?.strategy ?? {};
  if (type === "OnDelete") return { ...rollout };
  return {
    ...rollout,
    strategy: { type, rollingUpdate: { maxSurge: 1, maxUnavailable: 0, ...rollingUpdate } },
  };
}
