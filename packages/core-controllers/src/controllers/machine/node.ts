import {
  type Condition,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  type Machine,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { ownReasons } from "../../references/own-reasons.ts";
import { type Node } from "@capstan/runtime";
import { type NodeInfo, nodeInfoOf } from "./node-info.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";

/** The Node's part of the Machine status. */
export interface NodeOutcome {
  readonly nodeName?: string;
  readonly nodeInfo?: NodeInfo;
  /** Whether a Node exists and reports Ready. */
  readonly ready: boolean;
  readonly conditions: readonly [nodeReady: NewCondition, nodeHealthy: NewCondition];
}

/**
 * Reads the Node's health into the conditions NodeReady and NodeHealthy.
 *
 * While the Machine waits for its first Node, both name only the next step. The Cluster reports whether the workload cluster is reachable
 * (condition RemoteConnectionProbe), because a report on each Machine would cost a write per Machine and change.
 */
export function nodeStep(
  machine: DeepReadonly<Machine>,
  providerID: string | undefined,
  observed: ObservedNode,
): NodeOutcome {
  if (observed.state === "noCluster") return withoutNode("Unknown", reasons.inspectionFailed, observed.message);
  if (providerID === undefined || providerID === "") {
    const { kind } = machine.spec.infrastructureRef;
    return withoutNode("Unknown", reasons.inspectionFailed, `Waiting for ${kind} to report spec.providerID`);
  }
  switch (observed.state) {
    case "found":
      return fromNode(observed.node);
    case "ambiguous":
      return withoutNode(
        "Unknown",
        ownReasons.providerIDNotUnique,
        `Nodes ${observed.names.join(", ")} have the same spec.providerID ${providerID}; delete the ones that are not this Machine's`,
      );
    case "absent":
      return absent(machine, providerID);
    case "connecting":
      return lastKnown(machine) ?? absent(machine, providerID);
    case "unreachable":
      return machine.status?.nodeRef === undefined
        ? absent(machine, providerID)
        : withoutNode("Unknown", reasons.connectionDown, observed.message);
  }
}

function fromNode(node: DeepReadonly<Node>): NodeOutcome {
  const nodeInfo = nodeInfoOf(node);
  return {
    nodeName: node.metadata.name,
    ...(nodeInfo === undefined ? {} : { nodeInfo }),
    ready: conditionOf(node, "Ready")?.status === "True",
    conditions: [readyOf(node), healthOf(node)],
  };
}

/** The state of the Node that the Machine's conditions already report. */
function lastKnown(machine: DeepReadonly<Machine>): NodeOutcome | undefined {
  const name = machine.status?.nodeRef?.name;
  const ready = getCondition(machine, conditionTypes.nodeReady);
  const health = getCondition(machine, conditionTypes.nodeHealthy);
  if (name === undefined || ready === undefined || health === undefined) return undefined;
  return { nodeName: name, ready: ready.status === "True", conditions: [draftOf(ready), draftOf(health)] };
}

function draftOf(condition: Condition): NewCondition {
  const { type, status, reason, message } = condition;
  return { type, status, reason, message };
}

function absent(machine: DeepReadonly<Machine>, providerID: string): NodeOutcome {
  const deleting = machine.metadata.deletionTimestamp !== undefined;
  const name = machine.status?.nodeRef?.name;
  if (name !== undefined) {
    const still = deleting ? "" : " while the Machine still exists";
    return withoutNode("False", reasons.nodeDeleted, `Node ${name} has been deleted${still}`);
  }
  return deleting
    ? withoutNode("Unknown", reasons.nodeDoesNotExist, "Node does not exist")
    : withoutNode(
        "Unknown",
        reasons.inspectionFailed,
        `Waiting for a Node with spec.providerID ${providerID} to exist`,
      );
}

function withoutNode(status: "False" | "Unknown", reason: string, message: string): NodeOutcome {
  const draft = { status, reason, message };
  return {
    ready: false,
    conditions: [
      { type: conditionTypes.nodeReady, ...draft },
      { type: conditionTypes.nodeHealthy, ...draft },
    ],
  };
}

interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

function conditionOf(node: DeepReadonly<Node>, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}

function readyOf(node: DeepReadonly<Node>): NewCondition {
  const type = conditionTypes.nodeReady;
  const ready = conditionOf(node, "Ready");
  if (ready === undefined) {
    return {
      type,
      status: "Unknown",
      reason: reasons.nodeReadyUnknown,
      message: "* Node.Ready: Condition not yet reported",
    };
  }
  if (ready.status === "True") return { type, status: "True", reason: reasons.nodeReady };
  const message =
    ready.message === undefined || ready.message === "" ? {} : { message: `* Node.Ready: ${ready.message}` };
  return ready.status === "False"
    ? { type, status: "False", reason: reasons.nodeNotReady, ...message }
    : { type, status: "Unknown", reason: reasons.nodeReadyUnknown, ...message };
}

/** Conditions of a Node that show its health, with the status of a healthy Node. */
const healthy = { Ready: "True", MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" } as const;

function healthOf(node: DeepReadonly<Node>): NewCondition {
  const type = conditionTypes.nodeHealthy;
  const problems = Object.entries(healthy).flatMap(([name, normal]) => {
    const condition = conditionOf(node, name);
    if (condition === undefined)
      return [{ name, reported: false, unknown: true, message: "Condition not yet reported" }];
    if (condition.status === normal) return [];
    const text = condition.message ?? "";
    const message = text === "" ? `Condition is ${condition.status}` : text;
    return [{ name, reported: true, unknown: condition.status === "Unknown", message }];
  });
  if (problems.length === 0) return { type, status: "True", reason: reasons.nodeHealthy };
  const reportedProblems = problems.filter(({ reported }) => reported);
  const [first] = reportedProblems;
  // After the kubelet stops, all of them have the same message.
  const haveSameMessage =
    reportedProblems.length > 1 && reportedProblems.every((problem) => problem.message === first?.message);
  const message = haveSameMessage
    ? `* Node.AllConditions: ${first?.message ?? ""}`
    : problems.map((problem) => `* Node.${problem.name}: ${problem.message}`).join("\n");
  return problems.every((problem) => problem.unknown)
    ? { type, status: "Unknown", reason: reasons.nodeHealthUnknown, message }
    : { type, status: "False", reason: reasons.nodeNotHealthy, message };
}
