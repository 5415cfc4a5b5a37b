import { controllerOf, type DeepReadonly, type MachineDeployment } from "@capstan/contract";
import { isControlledByFormer } from "@capstan/kube";
import { matchesSelector } from "../../kit/label-selector.ts";
import { type DeploymentSet } from "./reads.ts";

/** The sets that a deployment adopts: they belong to its Cluster, it selects them, and they have no controller. */
export function orphansOf(
  deployment: DeepReadonly<MachineDeployment>,
  sets: readonly DeploymentSet[],
): DeploymentSet[] {
  const { spec } = deployment;
  return sets.filter(
    (set) =>
      isAdoptable(set, deployment) &&
      set.spec.clusterName === spec.clusterName &&
      matchesSelector(spec.selector, set.metadata.labels),
  );
}

/** Whether a set has no controller, or is controlled by the deployment as it was before a restore. */
function isAdoptable(set: DeploymentSet, deployment: DeepReadonly<MachineDeployment>): boolean {
  if (controllerOf(set) === undefined) return true;
  return isControlledByFormer(set, deployment) && set.metadata.deletionTimestamp === undefined;
}
