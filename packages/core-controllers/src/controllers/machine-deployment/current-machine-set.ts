import { type DeepReadonly, type MachineDeployment } from "@capstan/contract";
import { isRolloutDue, templateDifference } from "../../replicas/template-difference.ts";
import { type DeploymentSet } from "./reads.ts";

/** The MachineSets of a deployment, sorted by their role in its rollout. */
export interface SortedMachineSets {
  /** The set with the desired template; `undefined`: it must be created. */
  readonly current: DeploymentSet | undefined;
  readonly old: readonly DeploymentSet[];
}

/**
 * Finds the set with the template of the deployment, ignoring fields that are changed in place; of several sets, the one with the most
 * replicas. Once `spec.rollout.after` has passed, only a set created after it counts. A set that is being deleted is never the current set.
 */
export function sortMachineSets(
  deployment: DeepReadonly<MachineDeployment>,
  sets: readonly DeploymentSet[],
  now: number,
): SortedMachineSets {
  const [current] = sets
    .filter(
      (set) =>
        set.metadata.deletionTimestamp === undefined &&
        templateDifference(set.spec.template, deployment.spec.template).length === 0 &&
        !isRolloutDue(deployment, set, now),
    )
    .sort(byReplicas);
  return { current, old: sets.filter((set) => set !== current) };
}

function byReplicas(left: DeploymentSet, right: DeploymentSet): number {
  return (
    (right.spec.replicas ?? 0) - (left.spec.replicas ?? 0) ||
    createdAt(left) - createdAt(right) ||
    (left.metadata.name < right.metadata.name ? -1 : 1)
  );
}

/** The creation time of an object, in milliseconds since the epoch. */
export function createdAt({ metadata }: DeploymentSet): number {
  return Date.parse(metadata.creationTimestamp ?? "") || 0;
}
