import { controllerOf, type DeepReadonly, type MachineDeployment } from "@capstan/contract";
import { isControlledByFormer } from "@capstan/kube";
import { matchesSelector } from "../../kit/label-selector.ts";
import { type DeploymentSet } from "./reads.ts";

/** The sets of these that a deployment adopts: of its Cluster, selected by it, and controlled by nothing. */
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

/** A set that nothing controls, or the deployment as it was before a restore. */
function isAdoptable(set: DeploymentSet, deployment: DeepReadonly<MachineDeployment>): boolean {
  if (controllerOf(set) === undefined) return true;
  return isControlledByFormer(set, deployment) && set.metadata.deletionTimestamp === undefined;
}
