import { annotations, type DeepReadonly, labels, type Machine, reasons } from "@capstan/contract";
import { ownReasons } from "../../references/own-reasons.ts";
import { type ControlPlaneState } from "./control-plane-state.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";
import { drainStep, type StageFacts, type StageStep, volumeStep } from "../../drain/stages.ts";
import { type DeletionTimes } from "../../drain/time-limits.ts";
import { type MachineCluster, type SiblingMachine } from "./reads.ts";

/** The input for the next step of a Machine's deletion. */
export interface DeletionFacts extends StageFacts {
  /** `undefined`: the Cluster is deleted. */
  readonly cluster: MachineCluster | undefined;
  /** `undefined`: the Machine has no `configRef`. */
  readonly bootstrapConfig: ObservedReference | undefined;
  /** All Machines of the Cluster. */
  readonly siblings: readonly SiblingMachine[];
  readonly controlPlane: ControlPlaneState;
  /** Whether the workload cluster can be reached at all. */
  readonly hasKubeconfig: boolean;
}

/** The next action. */
export type DeletionStep =
  | {
      readonly action: "wait";
      readonly reason: string;
      readonly message: string;
      readonly retryAfterMs?: number;
      /** The field of `status.deletion` with the start of this wait. */
      readonly began?: keyof DeletionTimes;
      /** The next step usually comes within moments. */
      readonly passing?: boolean;
    }
  | StageStep
  | { readonly action: "deleteInfrastructure"; readonly reason: string; readonly message: string }
  | { readonly action: "deleteBootstrapConfig"; readonly reason: string; readonly message: string }
  | { readonly action: "deleteNode"; readonly name: string; readonly reason: string; readonly message: string }
  | { readonly action: "finish" };

/** How long an unreachable workload cluster delays a deletion by default. */
const defaultNodeDeletionTimeoutSeconds = 10;

/**
 * How long to wait for a workload cluster that has not been reached since this process started or since its kubeconfig was replaced, even
 * if `nodeDeletionTimeoutSeconds` have passed. The Node must be deleted even if no process was running meanwhile. The value is the time
 * between two connection attempts of the Go core, which does not wait for the first attempt and leaves the Node behind.
 */
const firstConnectionMs = 30_000;

/**
 * The next step of a Machine's deletion: pre-drain hooks, cordon and drain, detach volumes, pre-terminate hooks, delete the infrastructure,
 * the bootstrap config and the Node, remove the finalizer.
 */
export function nextDeletionStep(facts: DeletionFacts): DeletionStep {
  if (isUndecided(facts)) {
    const message = "Waiting for the control plane object of the Cluster to be read";
    return { action: "wait", reason: reasons.deleting, message, passing: true };
  }
  const nodeName = nodeToDelete(facts);
  return (
    (nodeName === undefined ? lookupStep(facts) : beforeRemoval(facts, nodeName)) ??
    preTerminateStep(facts) ??
    infrastructureStep(facts) ??
    bootstrapStep(facts) ??
    (nodeName === undefined ? undefined : nodeStep(facts, nodeName)) ?? { action: "finish" }
  );
}

/** Name of the Node to delete with the Machine; `undefined` if the Machine has no known Node, or if the Node stays. */
function nodeToDelete(facts: DeletionFacts): string | undefined {
  const { machine, node } = facts;
  if (isNodeKept(facts)) return undefined;
  return machine.status?.nodeRef?.name ?? (node.state === "found" ? node.node.metadata.name : undefined);
}

/**
 * Whether a Node would stay: the Cluster or its control plane is being deleted, or no control plane Machine is left to serve the request.
 */
function isNodeKept({ cluster, controlPlane, siblings }: DeletionFacts): boolean {
  if (cluster === undefined || cluster.metadata.deletionTimestamp !== undefined) return true;
  if (controlPlane === "deleting") return true;
  if (controlPlane === "external") return false;
  return !siblings.some(
    (sibling) =>
      labels.controlPlane in (sibling.metadata.labels ?? {}) && sibling.metadata.deletionTimestamp === undefined,
  );
}

/**
 * Waits for the first connection to a workload cluster that may have a Node of the Machine, although the Machine does not refer to one: the
 * server may have joined while no process was running.
 */
function lookupStep(facts: DeletionFacts): DeletionStep | undefined {
  const { hasKubeconfig, node, now } = facts;
  if (node.state !== "connecting" || !hasKubeconfig || isNodeKept(facts)) return undefined;
  const retryAfterMs = firstConnectionRemainingMs(node, now);
  if (retryAfterMs <= 0) return undefined;
  const message = `Waiting for the workload cluster to be reachable to look for the Node: ${node.message}`;
  return { action: "wait", reason: reasons.deleting, message, retryAfterMs, passing: true };
}

/** Whether it is still unknown if the Node must be deleted. */
function isUndecided({ cluster, controlPlane }: DeletionFacts): boolean {
  return controlPlane === "unknown" && cluster !== undefined && cluster.metadata.deletionTimestamp === undefined;
}

/** The stages that protect the workloads on the Node. */
function beforeRemoval(facts: DeletionFacts, nodeName: string): DeletionStep | undefined {
  return preDrainStep(facts) ?? drainStep(facts, nodeName) ?? volumeStep(facts, nodeName);
}

function preDrainStep(facts: DeletionFacts): DeletionStep | undefined {
  const hooks = hooksOf(facts.machine, annotations.preDrainDeleteHook);
  if (hooks.length === 0) return undefined;
  const message = `Waiting for pre-drain hooks to succeed (hooks: ${hooks.join(",")})`;
  return { action: "wait", reason: reasons.waitingForPreDrainHook, message, began: "waitForPreDrainHookStartTime" };
}

function preTerminateStep(facts: DeletionFacts): DeletionStep | undefined {
  const hooks = hooksOf(facts.machine, annotations.preTerminateDeleteHook);
  if (hooks.length === 0) return undefined;
  const message = `Waiting for pre-terminate hooks to succeed (hooks: ${hooks.join(",")})`;
  const began = "waitForPreTerminateHookStartTime";
  return { action: "wait", reason: reasons.waitingForPreTerminateHook, message, began };
}

function hooksOf(machine: DeepReadonly<Machine>, prefix: string): string[] {
  return Object.keys(machine.metadata.annotations ?? {})
    .filter((key) => key.startsWith(prefix))
    .sort();
}

function infrastructureStep(facts: DeletionFacts): DeletionStep | undefined {
  const { kind, name } = facts.machine.spec.infrastructureRef;
  const waiting = {
    reason: reasons.waitingForInfrastructureDeletion,
    message: `Waiting for ${kind} ${name} to be deleted`,
  };
  return goneStep(facts.infrastructure, { action: "deleteInfrastructure", ...waiting });
}

function bootstrapStep(facts: DeletionFacts): DeletionStep | undefined {
  const { configRef } = facts.machine.spec.bootstrap;
  if (facts.bootstrapConfig === undefined || configRef === undefined) return undefined;
  const waiting = {
    reason: reasons.waitingForBootstrapDeletion,
    message: `Waiting for ${configRef.kind} ${configRef.name} to be deleted`,
  };
  return goneStep(facts.bootstrapConfig, { action: "deleteBootstrapConfig", ...waiting });
}

/** `undefined` once the object is deleted, or if it belongs to another Machine. */
function goneStep(
  observed: ObservedReference,
  remove: DeletionStep & { readonly reason: string; readonly message: string },
): DeletionStep | undefined {
  if (observed.state === "unresolved") {
    // Without the CRD there are no objects. After any other problem an object may exist, so wait.
    return observed.reason === ownReasons.crdNotInstalled
      ? undefined
      : { action: "wait", reason: remove.reason, message: observed.message };
  }
  const wait = { action: "wait", reason: remove.reason, message: remove.message, passing: true } as const;
  if (observed.state === "pending") return wait;
  if (observed.state === "missing" || observed.refusal !== undefined) return undefined;
  return observed.object.metadata.deletionTimestamp === undefined ? remove : wait;
}

function nodeStep(facts: DeletionFacts, name: string): DeletionStep | undefined {
  if (facts.node.state === "absent" || facts.node.state === "noCluster") return undefined;
  const reason = reasons.deletingNode;
  if (facts.node.state === "found" || facts.node.state === "ambiguous") {
    return { action: "deleteNode", name, reason, message: `Deleting Node ${name}` };
  }
  const message = `Waiting for the workload cluster to be reachable to delete Node ${name}: ${facts.node.message}`;
  const remainingMs = Math.max(
    nodeDeletionRemainingMs(facts.machine, facts.now),
    firstConnectionRemainingMs(facts.node, facts.now),
  );
  if (remainingMs <= 0) return undefined;
  return { action: "wait", reason, message, ...(remainingMs === Infinity ? {} : { retryAfterMs: remainingMs }) };
}

/** How much longer to try to delete the Node, in milliseconds. 0 in the spec means no limit. */
export function nodeDeletionRemainingMs({ metadata, spec }: DeepReadonly<Machine>, now: number): number {
  const seconds = spec.deletion?.nodeDeletionTimeoutSeconds ?? defaultNodeDeletionTimeoutSeconds;
  const since = Date.parse(metadata.deletionTimestamp ?? "");
  return seconds === 0 || Number.isNaN(since) ? Infinity : Math.max(0, since + seconds * 1000 - now);
}

function firstConnectionRemainingMs(node: ObservedNode, now: number): number {
  if (node.state !== "connecting" || node.firstTriedMs === undefined) return 0;
  return Math.max(0, node.firstTriedMs + firstConnectionMs - now);
}
