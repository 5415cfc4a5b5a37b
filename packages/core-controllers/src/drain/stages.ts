import { type DeepReadonly, type Machine, reasons } from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import { type ObservedReference } from "../references/reference.ts";
import { type ObservedNode } from "../workload/observed-node.ts";
import { type DeletionTimes, drainStage, gateOf, startOf, volumeStage } from "./time-limits.ts";

/** A stage of a deletion that may complete in a single check of the workload cluster. */
export type StageName = "drainNode" | "awaitVolumes";

/** The input for a stage. */
export interface StageFacts {
  readonly machine: DeepReadonly<Machine>;
  readonly infrastructure: ObservedReference;
  readonly node: ObservedNode;
  /** The stages that have just completed. */
  readonly passed: ReadonlySet<StageName>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface StageReport {
  readonly reason: string;
  readonly message: string;
  /** The field of `status.deletion` with the start of this stage. */
  readonly began: keyof DeletionTimes;
}

/** The action of a stage. */
export type StageStep =
  | (StageReport & { readonly action: "wait"; readonly retryAfterMs?: number })
  | (StageReport & { readonly action: "cordonNode"; readonly name: string })
  | (StageReport & {
      readonly action: StageName;
      readonly node: DeepReadonly<Node>;
      readonly nodeUnreachable: boolean;
      /** Milliseconds until the time limit ends the stage; `undefined`: there is no limit. */
      readonly remainingMs?: number;
    });

/** Cordon, then drain; `undefined` once the Node is drained or deleted, or if it is not to be drained. */
export function drainStep(facts: StageFacts, name: string): StageStep | undefined {
  const { infrastructure, machine, node, now } = facts;
  const gate = gateOf(drainStage, machine, infrastructure, now);
  if (!gate.open || facts.passed.has("drainNode")) return undefined;
  const report = reportOf(facts, drainStage.start);
  switch (node.state) {
    case "absent":
    case "noCluster":
      return undefined;
    case "connecting":
    case "unreachable":
      return waitForCluster(report, node, gate);
    case "ambiguous":
      return { ...report, action: "cordonNode", name };
    case "found":
      if (node.node.metadata.name !== name || node.node.spec?.unschedulable !== true) {
        return { ...report, action: "cordonNode", name };
      }
      return {
        ...report,
        ...remaining(gate),
        action: "drainNode",
        node: node.node,
        nodeUnreachable: isLost(node.node),
      };
  }
}

/** Wait for volumes; `undefined` once none is attached to the Node, or if the Machine does not wait for them. */
export function volumeStep(facts: StageFacts, name: string): StageStep | undefined {
  const { infrastructure, machine, node, now } = facts;
  const gate = gateOf(volumeStage, machine, infrastructure, now);
  if (!gate.open || facts.passed.has("awaitVolumes")) return undefined;
  const report = reportOf(facts, volumeStage.start);
  if (node.state === "connecting" || node.state === "unreachable") return waitForCluster(report, node, gate);
  // If no kubelet is left to detach volumes, there is nothing to wait for.
  if (node.state !== "found" || node.node.metadata.name !== name || isLost(node.node)) return undefined;
  return { ...report, ...remaining(gate), action: "awaitVolumes", node: node.node, nodeUnreachable: false };
}

function reportOf({ machine, now }: StageFacts, began: typeof drainStage.start): StageReport {
  const startedAt = startOf(began, machine, now);
  return began === "nodeDrainStartTime"
    ? { began, reason: reasons.drainingNode, message: `Drain not completed yet (started at ${startedAt}):` }
    : {
        began,
        reason: reasons.waitingForVolumeDetach,
        message: `Waiting for Node volumes to be detached (started at ${startedAt})`,
      };
}

/** Keeps waiting for Pods and volumes while the workload cluster cannot be reached; the time limit continues. */
function waitForCluster(
  report: StageReport,
  { message }: { readonly message: string },
  gate: { readonly remainingMs?: number },
): StageStep {
  const retry = gate.remainingMs === undefined ? {} : { retryAfterMs: gate.remainingMs };
  const waiting = `* Waiting for the workload cluster to be reachable: ${message}`;
  return { ...report, action: "wait", message: `${report.message}\n${waiting}`, ...retry };
}

function remaining({ remainingMs }: { readonly remainingMs?: number }): { readonly remainingMs?: number } {
  return remainingMs === undefined ? {} : { remainingMs };
}

/** Whether the Node's kubelet has stopped responding. */
function isLost({ status }: DeepReadonly<Node>): boolean {
  return status?.conditions?.find(({ type }) => type === "Ready")?.status === "Unknown";
}
