import { controllerOf, type DeepReadonly, type MachineDeployment, type OwnerReference } from "@capstan/contract";
import { isToFormer } from "../../kit/adoption.ts";
import { matchesSelector } from "../../kit/label-selector.ts";
import { machineDeploymentOwner } from "./desired-machine-set.ts";
import { type DeploymentSet } from "./reads.ts";

/** The sets of these that a deployment adopts: of its Cluster, selected by it, and controlled by nothing. */
export function orphansOf(
  deployment: DeepReadonly<MachineDeployment>,
  sets: readonly DeploymentSet[],
): DeploymentSet[] {
  const { spec } = deployment;
  const owner = machineDeploymentOwner(deployment);
  return sets.filter(
    (set) =>
      isAdoptable(set, owner) &&
      set.spec.clusterName === spec.clusterName &&
      matchesSelector(spec.selector, set.metadata.labels),
  );
}

/** A set that nothing controls, or the deployment as it was before a restore. */
function isAdoptable(set: DeploymentSet, owner: OwnerReference): boolean {
  const controller = controllerOf(set);
  if (controller === undefined) return true;
  return isToFormer(controller, owner) && set.metadata.deletionTimestamp === undefined;
}
