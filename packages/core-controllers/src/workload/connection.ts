import { type ObjectKey } from "@capstan/contract";
import { backoffMs } from "@capstan/kube";
import { type Informer, type Node, type ObjectIndex, type RemoteCluster } from "@capstan/runtime";
import { type WorkloadState } from "./workload-state.ts";

/** The state of the connection to a workload cluster. */
export interface Connection {
  readonly cluster: ObjectKey;
  /** When its current state began: when the cluster became unresponsive, or was first requested. */
  since: number;
  /** When the attempts to reach the cluster with this kubeconfig began; `undefined` once an attempt has succeeded. */
  firstTriedMs: number | undefined;
  kubeconfigVersion: string;
  /** `undefined`: no attempt since the last observed change of the kubeconfig. */
  attemptedAt: number | undefined;
  failures: number;
  connecting: boolean;
  problem: string | undefined;
  remote: RemoteCluster | undefined;
  /** The cluster has responded, and its Nodes are being read for the first time. */
  coming: RemoteCluster | undefined;
  nodes: Informer<Node> | undefined;
  nodesByProviderID: ObjectIndex<Node> | undefined;
  stopListening: () => void;
  /** The state last reported to listeners; `undefined` forces the next report. */
  reportedState: WorkloadState["state"] | undefined;
  /** Why it is unreachable, as last reported. */
  reportedProblem: string | undefined;
}

/** The time at which a connection is judged. */
interface Moment {
  readonly now: number;
  /** How long the last known state stays valid after a workload cluster becomes unresponsive. */
  readonly graceMs: number;
}

/** Time between two connection attempts while there are changes. Without changes it doubles up to the maximum. */
const retryMs = 1_000;
const steps = { baseMs: retryMs, maxMs: 10_000 };

/** Reported for a workload cluster that has not responded yet. */
export const notYet = "Remote connection not established yet";

/** The connection to a workload cluster that has not been requested before. */
export function newConnection({ name, namespace }: ObjectKey, now: number): Connection {
  return {
    cluster: { name, namespace },
    since: now,
    firstTriedMs: now,
    kubeconfigVersion: "",
    attemptedAt: undefined,
    failures: 0,
    connecting: false,
    problem: undefined,
    remote: undefined,
    coming: undefined,
    nodes: undefined,
    nodesByProviderID: undefined,
    stopListening: () => undefined,
    reportedState: "connecting",
    reportedProblem: undefined,
  };
}

/** Whether to try to connect now. */
export function isDue({ attemptedAt, connecting, remote }: Connection, now: number): boolean {
  if (connecting) return false;
  return attemptedAt === undefined || (remote === undefined && now - attemptedAt >= retryMs);
}

/** Whether the workload cluster responds. */
export function stateOf(connection: Connection, { now, graceMs }: Moment): WorkloadState {
  const problem = problemOf(connection);
  if (connection.nodes?.synced === true && problem === undefined) return { state: "connected" };
  const message = problem === undefined ? notYet : `Remote connection failed: ${problem}`;
  const lost = now - connection.since > graceMs;
  return { state: lost ? "unreachable" : "connecting", message };
}

/** Milliseconds until the next action if nothing changes; 0: never. */
export function nextCheckMs(connection: Connection, moment: Moment): number {
  const { now, graceMs } = moment;
  const { state } = stateOf(connection, moment);
  if (state === "connected") return 0;
  const attemptedAt = connection.connecting ? now : (connection.attemptedAt ?? now);
  const leftMs = state === "connecting" ? connection.since + graceMs - now + 1 : Infinity;
  const delayMs = backoffMs(Math.max(1, connection.failures), steps);
  const dueMs = connection.remote === undefined ? attemptedAt + delayMs - now : Infinity;
  const nextMs = Math.min(leftMs, dueMs);
  return Number.isFinite(nextMs) ? Math.max(1, nextMs) : 0;
}

/** Why the workload cluster is unresponsive, if it is. */
export function problemOf({ problem, remote, coming }: Connection): string | undefined {
  const error = (coming ?? remote)?.problem;
  return problem ?? (error === undefined ? undefined : describe(error));
}

/** The error and, if known, its cause. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message;
}
