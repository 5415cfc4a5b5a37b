import { type DeepReadonly, type Machine, reasons } from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import { type ObservedReference } from "../references/reference.ts";
import { type ObservedNode } from "../workload/observed-node.ts";
import { type DeletionTimes, drainStage, gateOf, startOf, volumeStage } from "./time-limits.ts";

/** A stage of a deletion that one look at the workload cluster may end. */
export type StageName = "drainNode" | "awaitVolumes";

/** What is known when a stage is gone through. */
export interface StageFacts {
  readonly machine: DeepReadonly<Machine>;
  readonly infrastructure: ObservedReference;
  readonly node: ObservedNode;
  /** The stages that were found to be done just now. */
  readonly passed: ReadonlySet<StageName>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Told {
  readonly reason: string;
  readonly message: string;
  /** The time in `status.deletion` that says when this began. */
  readonly began: keyof DeletionTimes;
}

/** What a stage asks for. */
export type StageStep =
  | (Told & { readonly action: "wait"; readonly retryAfterMs?: number })
  | (Told & { readonly action: "cordonNode"; readonly name: string })
  | (Told & {
      readonly action: StageName;
      readonly node: DeepReadonly<Node>;
      readonly nodeUnreachable: boolean;
      /** Milliseconds until the time limit ends the stage; `undefined`: it has none. */
      readonly remainingMs?: number;
    });

/** Cordon, then drain; `undefined` once the Node is drained, gone, or not to be drained. */
export function drainStep(facts: StageFacts, name: string): StageStep | undefined {
  const { infrastructure, machine, node, now } = facts;
  const gate = gateOf(drainStage, machine, infrastructure, now);
  if (!gate.open || facts.passed.has("drainNode")) return undefined;
  const told = toldOf(facts, drainStage.start);
  switch (node.state) {
    case "absent":
    case "noCluster":
      return undefined;
    case "connecting":
    case "unreachable":
      return waitForCluster(told, node, gate);
    case "ambiguous":
      return { ...told, action: "cordonNode", name };
    case "found":
      if (node.node.metadata.name !== name || node.node.spec?.unschedulable !== true) {
        return { ...told, action: "cordonNode", name };
      }
      return { ...told, ...remaining(gate), action: "drainNode", node: node.node, nodeUnreachable: isLost(node.node) };
  }
}

/** `undefined` once no volume is attached to the Node any more, or that is not to be waited for. */
export function volumeStep(facts: StageFacts, name: string): StageStep | undefined {
  const { infrastructure, machine, node, now } = facts;
  const gate = gateOf(volumeStage, machine, infrastructure, now);
  if (!gate.open || facts.passed.has("awaitVolumes")) return undefined;
  const told = toldOf(facts, volumeStage.start);
  if (node.state === "connecting" || node.state === "unreachable") return waitForCluster(told, node, gate);
  // Where nobody is left to detach volumes, there is nothing to wait for.
  if (node.state !== "found" || node.node.metadata.name !== name || isLost(node.node)) return undefined;
  return { ...told, ...remaining(gate), action: "awaitVolumes", node: node.node, nodeUnreachable: false };
}

function toldOf({ machine, now }: StageFacts, began: typeof drainStage.start): Told {
  const startedAt = startOf(began, machine, now);
  return began === "nodeDrainStartTime"
    ? { began, reason: reasons.drainingNode, message: `Drain not completed yet (started at ${startedAt}):` }
    : {
        began,
        reason: reasons.waitingForVolumeDetach,
        message: `Waiting for Node volumes to be detached (started at ${startedAt})`,
      };
}

/** Pods and volumes are not given up because nobody can be asked about them; the time limit goes on. */
function waitForCluster(
  told: Told,
  { message }: { readonly message: string },
  gate: { readonly remainingMs?: number },
): StageStep {
  const retry = gate.remainingMs === undefined ? {} : { retryAfterMs: gate.remainingMs };
  const waiting = `* Waiting for the workload cluster to be reachable: ${message}`;
  return { ...told, action: "wait", message: `${told.message}\n${waiting}`, ...retry };
}

function remaining({ remainingMs }: { readonly remainingMs?: number }): { readonly remainingMs?: number } {
  return remainingMs === undefined ? {} : { remainingMs };
}

/** Whether the Node's kubelet has stopped to answer. */
function isLost({ status }: DeepReadonly<Node>): boolean {
  return status?.conditions?.find(({ type }) => type === "Ready")?.status === "Unknown";
}
