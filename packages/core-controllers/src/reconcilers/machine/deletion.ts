import { annotations, type Cluster, type DeepReadonly, labels, type Machine, reasons } from "@capstan/contract";
import { ownReasons } from "../../conditions/own-reasons.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../tracker/observed-node.ts";

/** What is known when the next step of a Machine's deletion is chosen. */
export interface DeletionFacts {
  readonly machine: DeepReadonly<Machine>;
  /** `undefined`: the Cluster is gone. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
  readonly infrastructure: ObservedReference;
  /** `undefined`: the Machine has no `configRef`. */
  readonly bootstrapConfig: ObservedReference | undefined;
  readonly node: ObservedNode;
  /** All Machines of the Cluster. */
  readonly siblings: readonly DeepReadonly<Machine>[];
  /** The Cluster's control plane object is being deleted. */
  readonly controlPlaneDeleting: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The one thing to do next. */
export type DeletionStep =
  | { readonly action: "wait"; readonly reason: string; readonly message: string; readonly retryAfterMs?: number }
  | { readonly action: "cordonNode"; readonly name: string; readonly reason: string; readonly message: string }
  | { readonly action: "deleteInfrastructure"; readonly reason: string; readonly message: string }
  | { readonly action: "deleteBootstrapConfig"; readonly reason: string; readonly message: string }
  | { readonly action: "deleteNode"; readonly name: string; readonly reason: string; readonly message: string }
  | { readonly action: "finish" };

/** How long an unreachable workload cluster holds a deletion up, unless the Machine says otherwise. */
const defaultNodeDeletionTimeoutSeconds = 10;

/**
 * The next step of a Machine's deletion: pre-drain hooks, cordon, pre-terminate hooks, infrastructure gone, bootstrap
 * config gone, Node gone, finalizer.
 */
export function nextDeletionStep(facts: DeletionFacts): DeletionStep {
  const nodeName = nodeToDelete(facts);
  return (
    (nodeName === undefined ? undefined : (preDrainStep(facts) ?? cordonStep(facts, nodeName))) ??
    preTerminateStep(facts) ??
    infrastructureStep(facts) ??
    bootstrapStep(facts) ??
    (nodeName === undefined ? undefined : nodeStep(facts, nodeName)) ?? { action: "finish" }
  );
}

/**
 * Name of the Node that goes with the Machine, or `undefined` where the Node is left alone: the Machine never had one,
 * the Cluster or its control plane is being deleted, or no control plane Machine is left to serve the request.
 */
export function nodeToDelete(facts: DeletionFacts): string | undefined {
  const { machine, cluster, node, siblings } = facts;
  if (cluster === undefined || cluster.metadata.deletionTimestamp !== undefined) return undefined;
  if (facts.controlPlaneDeleting) return undefined;
  const name = machine.status?.nodeRef?.name ?? (node.state === "found" ? node.node.metadata.name : undefined);
  if (name === undefined) return undefined;
  const controlPlaneLeft = siblings.some(
    (sibling) =>
      labels.controlPlane in (sibling.metadata.labels ?? {}) && sibling.metadata.deletionTimestamp === undefined,
  );
  return controlPlaneLeft ? name : undefined;
}

function preDrainStep(facts: DeletionFacts): DeletionStep | undefined {
  const hooks = hooksOf(facts.machine, annotations.preDrainDeleteHook);
  if (hooks.length === 0) return undefined;
  const message = `Waiting for pre-drain hooks to succeed (hooks: ${hooks.join(",")})`;
  return { action: "wait", reason: reasons.waitingForPreDrainHook, message };
}

/** Cordoned only while the machine runs: once its infrastructure goes, there is nothing left to keep Pods from. */
function cordonStep(facts: DeletionFacts, name: string): DeletionStep | undefined {
  const { infrastructure, machine, node } = facts;
  if (annotations.excludeNodeDraining in (machine.metadata.annotations ?? {})) return undefined;
  if (infrastructure.state !== "found" || infrastructure.object.metadata.deletionTimestamp !== undefined) {
    return undefined;
  }
  if (node.state !== "found" || node.node.spec?.unschedulable === true) return undefined;
  return { action: "cordonNode", name, reason: reasons.drainingNode, message: `Cordoning Node ${name}` };
}

function preTerminateStep(facts: DeletionFacts): DeletionStep | undefined {
  const hooks = hooksOf(facts.machine, annotations.preTerminateDeleteHook);
  if (hooks.length === 0) return undefined;
  const message = `Waiting for pre-terminate hooks to succeed (hooks: ${hooks.join(",")})`;
  return { action: "wait", reason: reasons.waitingForPreTerminateHook, message };
}

function hooksOf(machine: DeepReadonly<Machine>, prefix: string): string[] {
  return Object.keys(machine.metadata.annotations ?? {})
    .filter((key) => key.startsWith(prefix))
    .sort();
}

function infrastructureStep(facts: DeletionFacts): DeletionStep | undefined {
  const { kind, name } = facts.machine.spec.infrastructureRef;
  const told = {
    reason: reasons.waitingForInfrastructureDeletion,
    message: `Waiting for ${kind} ${name} to be deleted`,
  };
  return goneStep(facts.infrastructure, { action: "deleteInfrastructure", ...told });
}

function bootstrapStep(facts: DeletionFacts): DeletionStep | undefined {
  const { configRef } = facts.machine.spec.bootstrap;
  if (facts.bootstrapConfig === undefined || configRef === undefined) return undefined;
  const told = {
    reason: reasons.waitingForBootstrapDeletion,
    message: `Waiting for ${configRef.kind} ${configRef.name} to be deleted`,
  };
  return goneStep(facts.bootstrapConfig, { action: "deleteBootstrapConfig", ...told });
}

/** `undefined` once the object is gone, or where it is another Machine's. */
function goneStep(
  observed: ObservedReference,
  remove: DeletionStep & { readonly reason: string; readonly message: string },
): DeletionStep | undefined {
  if (observed.state === "unresolved") {
    // No CRD, no objects. Anything else that is in the way may leave an object behind: wait.
    return observed.reason === ownReasons.crdNotInstalled
      ? undefined
      : { action: "wait", reason: remove.reason, message: observed.message };
  }
  if (observed.state === "pending") return { action: "wait", reason: remove.reason, message: remove.message };
  if (observed.state === "missing" || observed.refusal !== undefined) return undefined;
  return observed.object.metadata.deletionTimestamp === undefined
    ? remove
    : { action: "wait", reason: remove.reason, message: remove.message };
}

function nodeStep(facts: DeletionFacts, name: string): DeletionStep | undefined {
  if (facts.node.state === "absent" || facts.node.state === "noCluster") return undefined;
  const reason = reasons.deletingNode;
  if (facts.node.state === "found" || facts.node.state === "ambiguous") {
    return { action: "deleteNode", name, reason, message: `Deleting Node ${name}` };
  }
  const seconds = facts.machine.spec.deletion?.nodeDeletionTimeoutSeconds ?? defaultNodeDeletionTimeoutSeconds;
  const since = Date.parse(facts.machine.metadata.deletionTimestamp ?? "");
  const message = `Waiting for the workload cluster to be reachable to delete Node ${name}: ${facts.node.message}`;
  // 0 asks for no limit.
  if (seconds === 0 || Number.isNaN(since)) return { action: "wait", reason, message };
  const remainingMs = since + seconds * 1000 - facts.now;
  return remainingMs <= 0 ? undefined : { action: "wait", reason, message, retryAfterMs: remainingMs };
}
