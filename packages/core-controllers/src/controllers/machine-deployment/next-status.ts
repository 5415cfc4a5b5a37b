import {
  conditionTypes,
  type DeepReadonly,
  getCondition,
  type MachineDeployment,
  type MachineDeploymentStatus,
  type NewCondition,
  reasons,
  countNodes,
  countReplicas,
  type NodeCounters,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { applyConditions } from "../../conditions/apply.ts";
import {
  applyDeprecatedConditions,
  deprecatedCondition,
  type DeprecatedDraft,
} from "../../conditions/deprecated-conditions.ts";
import { setConditions } from "../../replicas/set-conditions.ts";
import { setStatus } from "../../replicas/set-status.ts";
import { type Bounds, boundsOf, isRollingUpdate } from "./bounds.ts";
import { getDeprecatedCondition } from "../../conditions/get-deprecated-condition.ts";
import { counter } from "../../kit/counter.ts";
import { type DeploymentMachine, type DeploymentSet } from "./reads.ts";

/** The input for the status of a MachineDeployment, in addition to the deployment. */
export interface ObservedMachineDeployment {
  readonly sets: readonly DeploymentSet[];
  /** The Machines of all its sets. */
  readonly machines: readonly DeploymentMachine[];
  /** The set with the desired template, and its number of Machines. */
  readonly current: { readonly set: DeploymentSet | undefined; readonly machines: number };
  /** The obstacles to creating MachineSets, one sentence each. */
  readonly blockers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Computes the whole status of a MachineDeployment that is not paused. */
export function nextMachineDeploymentStatus(
  deployment: DeepReadonly<MachineDeployment>,
  observed: ObservedMachineDeployment,
): MachineDeploymentStatus {
  const { machines, sets, now } = observed;
  const deleting = deployment.metadata.deletionTimestamp !== undefined;
  const bounds = boundsOf(deployment);
  const before = deepCopy<MachineDeploymentStatus>(deployment.status ?? {});
  delete before.versions;
  const nodes = countNodes(machines, now);
  const desiredReplicas = sets.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
  const drafts = [
    availableCondition(deployment, observed, bounds),
    rollingOutCondition(machines),
    ...setConditions({
      ...observed,
      wanted: deleting ? 0 : bounds.wanted,
      deleting,
      sets: sets.length,
      remediator: "MachineDeployment/MachineSet",
    }),
  ];
  return {
    ...before,
    ...setStatus(deployment, machines),
    phase: phaseOf(machines.length, bounds.wanted, deleting),
    conditions: applyConditions(before.conditions, drafts, now),
    deprecated: {
      v1beta1: {
        ...before.deprecated?.v1beta1,
        conditions: applyDeprecatedConditions(
          before.deprecated?.v1beta1?.conditions,
          deprecatedConditions(observed, nodes, bounds),
          now,
          [machineSetReadyType],
        ),
        updatedReplicas: observed.current.machines,
        ...nodes,
        unavailableReplicas: counter(desiredReplicas - nodes.availableReplicas),
      },
    },
  };
}

function phaseOf(actual: number, wanted: number, deleting: boolean): "ScalingUp" | "ScalingDown" | "Running" {
  if (deleting || actual > wanted) return "ScalingDown";
  return actual < wanted ? "ScalingUp" : "Running";
}

function availableCondition(
  deployment: DeepReadonly<MachineDeployment>,
  { machines, sets }: ObservedMachineDeployment,
  { wanted, maxUnavailable }: Bounds,
): NewCondition {
  const type = conditionTypes.available;
  if (sets.length === 0 && deployment.metadata.deletionTimestamp === undefined) {
    const reason = reasons.waitingForAvailableReplicasSet;
    return { type, status: "Unknown", reason, message: "Waiting for status.availableReplicas set" };
  }
  const { availableReplicas } = countReplicas(machines);
  const least = wanted - maxUnavailable;
  if (availableReplicas >= least) return { type, status: "True", reason: reasons.available };
  const { maxUnavailable: bound = 0 } = deployment.spec.rollout?.strategy?.rollingUpdate ?? {};
  const why = isRollingUpdate(deployment.spec)
    ? ` (spec.rollout.strategy.rollingUpdate.maxUnavailable is ${bound}, spec.replicas is ${wanted})`
    : "";
  const message =
    deployment.metadata.deletionTimestamp === undefined
      ? `${availableReplicas} available replicas, at least ${least} required${why}`
      : "Deletion in progress";
  return { type, status: "False", reason: reasons.notAvailable, message };
}

function rollingOutCondition(machines: readonly DeploymentMachine[]): NewCondition {
  const type = conditionTypes.rollingOut;
  const outdated = machines.flatMap((machine) => {
    const condition = getCondition(machine, conditionTypes.upToDate);
    return condition?.status === "False" ? [condition] : [];
  });
  if (outdated.length === 0) return { type, status: "False", reason: reasons.notRollingOut };
  const why = new Set(outdated.flatMap(({ message }) => message.split("\n")).filter((line) => line !== ""));
  const isVersion = (line: string) => Number(line.startsWith("* Version"));
  const lines = [...why].sort((left, right) => isVersion(right) - isVersion(left) || (left < right ? -1 : 1));
  const message = [`Rolling out ${outdated.length} not up-to-date replicas`, ...lines].join("\n");
  return { type, status: "True", reason: reasons.rollingOut, message };
}

function deprecatedConditions(
  { current }: ObservedMachineDeployment,
  nodes: NodeCounters,
  { wanted, maxUnavailable }: Bounds,
): DeprecatedDraft[] {
  const least = wanted - maxUnavailable;
  const message = `Minimum availability requires ${least} replicas, current ${nodes.availableReplicas} available`;
  const waiting = { severity: "Warning" as const, reason: "WaitingForAvailableMachines", message };
  return [
    deprecatedCondition("Available", nodes.availableReplicas >= least ? undefined : waiting),
    machineSetReady(current.set),
  ];
}

/** A condition that the v1beta1 `Ready` of a deployment ignores. */
const machineSetReadyType = "MachineSetReady";

/** The v1beta1 condition Ready of the current set, under another name. */
function machineSetReady(set: DeploymentSet | undefined): DeprecatedDraft {
  const type = machineSetReadyType;
  const waiting = { severity: "Info" as const, reason: "WaitingForMachineSet" };
  if (set === undefined) return deprecatedCondition(type, { ...waiting, message: "MachineSet not found" });
  const ready = getDeprecatedCondition(set, "Ready");
  if (ready === undefined) return deprecatedCondition(type, waiting);
  const { status, severity, reason, message } = ready;
  return {
    type,
    status,
    ...(severity === undefined ? {} : { severity }),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}
