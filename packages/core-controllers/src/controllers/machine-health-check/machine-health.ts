import {
  type HasConditions,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  hasAnnotation,
  annotations,
  isConditionTrue,
  labels,
  type MachineHealthCheckSpec,
  reasons,
} from "@capstan/contract";
import { formatSeconds } from "@capstan/kube";
import { type Node } from "@capstan/runtime";
import { type CheckCluster, type CheckedMachine } from "./reads.ts";

/** What is known of a Machine's Node when its health is judged. */
export type TargetNode =
  | { readonly state: "found"; readonly node: DeepReadonly<Node> }
  /** The Machine refers to a Node that no longer exists. */
  | { readonly state: "deleted"; readonly name: string }
  /** The Machine has no Node yet. */
  | { readonly state: "none" };

/** The input for judging one Machine's health. */
export interface HealthFacts {
  readonly machine: CheckedMachine;
  readonly cluster: CheckCluster;
  readonly node: TargetNode;
  readonly checks: DeepReadonly<MachineHealthCheckSpec["checks"]>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a Machine is unhealthy, as reported in v1beta2 and in v1beta1. */
export interface Verdict {
  readonly reason: string;
  readonly message: string;
  readonly deprecated: { readonly reason: string; readonly message: string };
}

/** The health of a Machine. */
export type MachineHealth =
  | { readonly state: "healthy" }
  | { readonly state: "unhealthy"; readonly verdict: Verdict }
  /** Neither healthy nor unhealthy yet. */
  | { readonly state: "undecided"; readonly nextCheckMs?: number };

/** How long a Machine may take to get a Node if the health check does not specify a timeout. */
const defaultNodeStartupTimeoutSeconds = 600;

/**
 * Judges a Machine by its conditions, its Node's conditions, and whether it gets its Node in time. A Machine is judged only once the
 * Cluster's infrastructure is ready, and a worker only once the control plane is initialized. The annotation
 * `cluster.x-k8s.io/remediate-machine` always counts.
 */
export function machineHealth(facts: HealthFacts): MachineHealth {
  const { machine, cluster, node } = facts;
  if (hasAnnotation(machine, annotations.remediateMachine)) return { state: "unhealthy", verdict: askedFor };
  const isControlPlane = labels.controlPlane in (machine.metadata.labels ?? {});
  if (!isControlPlane && !isConditionTrue(cluster, conditionTypes.controlPlaneInitialized)) {
    return { state: "undecided" };
  }
  if (!isConditionTrue(cluster, conditionTypes.infrastructureReady)) return { state: "undecided" };
  const ofMachine = machineFindings(facts);
  const ofNode = nodeFindings(facts);
  const messages = [...ofMachine.messages, ...ofNode.messages];
  if (messages.length > 0) {
    const reasonsOf = ofMachine.messages.length > 0 ? unhealthyMachine : ofNode;
    return { state: "unhealthy", verdict: verdictOf(reasonsOf, messages) };
  }
  const waits = [...ofMachine.waitsMs, ...ofNode.waitsMs];
  if (waits.length > 0) return { state: "undecided", nextCheckMs: Math.min(...waits) };
  return machine.metadata.deletionTimestamp === undefined && node.state === "found"
    ? { state: "healthy" }
    : { state: "undecided" };
}

const askedFor: Verdict = {
  reason: reasons.hasRemediateAnnotation,
  message: "Health check failed: marked for remediation via cluster.x-k8s.io/remediate-machine annotation",
  deprecated: {
    reason: "HasRemediateMachineAnnotation",
    message: "Marked for remediation via remediate-machine annotation",
  },
};

interface FindingReasons {
  readonly reason: string;
  readonly deprecatedReason: string;
}

interface Findings extends FindingReasons {
  /** Empty: the Machine has no problem. */
  readonly messages: readonly string[];
  /** When to check again, for each problem that has not lasted long enough. */
  readonly waitsMs: readonly number[];
}

const unhealthyMachine: FindingReasons = {
  reason: reasons.unhealthyMachine,
  deprecatedReason: "UnhealthyMachineCondition",
};
const unhealthyNode: FindingReasons = { reason: reasons.unhealthyNode, deprecatedReason: "UnhealthyNode" };
const nodeDeleted: FindingReasons = { reason: reasons.nodeDeleted, deprecatedReason: "NodeNotFound" };
const startupTimeout: FindingReasons = { reason: reasons.nodeStartupTimeout, deprecatedReason: "NodeStartupTimeout" };

function verdictOf({ reason, deprecatedReason }: FindingReasons, messages: readonly string[]): Verdict {
  const list = messages.map((message) => `  * ${message}`).join("\n");
  return {
    reason,
    message: `Health check failed:\n${list}`,
    deprecated: {
      reason: deprecatedReason,
      message: deprecatedReason === nodeDeleted.deprecatedReason ? "" : messages.join("; "),
    },
  };
}

interface Reported {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly lastTransitionTime?: string;
}

interface Check {
  readonly type: string;
  readonly status: string;
  readonly timeoutSeconds: number;
}

function machineFindings({ machine, checks, now }: HealthFacts): Findings {
  const conditions = machine.status?.conditions ?? [];
  return { ...unhealthyMachine, ...compare("Machine", checks?.unhealthyMachineConditions ?? [], conditions, now) };
}

function nodeFindings(facts: HealthFacts): Findings {
  const { node, checks, now } = facts;
  switch (node.state) {
    case "deleted":
      return { ...nodeDeleted, messages: [`Node ${node.name} has been deleted`], waitsMs: [] };
    case "none":
      return startupFindings(facts);
    case "found": {
      const conditions = (node.node.status?.conditions ?? []) as readonly Reported[];
      return { ...unhealthyNode, ...compare("Node", checks?.unhealthyNodeConditions ?? [], conditions, now) };
    }
  }
}

/** Times are whole seconds, so one second is added to avoid checking too early. */
const resolutionMs = 1_000;

function compare(
  subject: "Machine" | "Node",
  checks: readonly Check[],
  conditions: readonly Reported[],
  now: number,
): Pick<Findings, "messages" | "waitsMs"> {
  const messages: string[] = [];
  const waitsMs: number[] = [];
  for (const { type, status, timeoutSeconds } of checks) {
    const condition = conditions.find((candidate) => candidate.type === type);
    if (condition?.status !== status) continue;
    const dueMs = (Date.parse(condition.lastTransitionTime ?? "") || 0) + timeoutSeconds * 1000;
    if (dueMs >= now) {
      waitsMs.push(dueMs - now + resolutionMs);
      continue;
    }
    const what = `Condition ${type} on ${subject} is reporting status ${status} with reason ${condition.reason ?? ""}`;
    messages.push(`${what} for more than ${formatSeconds(timeoutSeconds)}`);
  }
  return { messages, waitsMs };
}

function startupFindings({ machine, cluster, checks, now }: HealthFacts): Findings {
  const seconds = checks?.nodeStartupTimeoutSeconds ?? defaultNodeStartupTimeoutSeconds;
  if (seconds === 0) return { ...startupTimeout, messages: [], waitsMs: [] };
  const since = Math.max(
    Date.parse(machine.metadata.creationTimestamp ?? "") || 0,
    trueSince(cluster, conditionTypes.controlPlaneInitialized),
    trueSince(cluster, conditionTypes.infrastructureReady),
    trueSince(machine, conditionTypes.infrastructureReady),
  );
  const dueMs = since + seconds * 1000;
  return dueMs >= now
    ? { ...startupTimeout, messages: [], waitsMs: [dueMs - now + resolutionMs] }
    : { ...startupTimeout, messages: [`Node failed to report startup in ${formatSeconds(seconds)}`], waitsMs: [] };
}

function trueSince<const Type extends string>(object: HasConditions<NoInfer<Type>>, type: Type): number {
  const condition = getCondition(object, type);
  return condition?.status === "True" ? Date.parse(condition.lastTransitionTime) || 0 : 0;
}
