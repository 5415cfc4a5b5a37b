import { type DeepReadonly } from "@capstan/contract";
import { type Client, type Clock } from "@capstan/runtime";
import { drainMessage, type DrainState, isDrained } from "./drain-message.ts";
import { type DrainPlan } from "./drain-plan.ts";
import { evictPod } from "./eviction.ts";
import { type NodePods, readDrainPlan } from "./node-pods.ts";
import { type Pod } from "./workload-kinds.ts";

/** The state of a stage after a pass. */
export type Pass = { readonly done: true } | { readonly done: false; readonly message: string };

/** Options of a pass. */
export interface PassOptions {
  /** Client of the management cluster. */
  readonly management: Client;
  readonly workload: Client;
  readonly clock: Clock;
  /** When the stage began, RFC 3339. */
  readonly startedAt: string;
  readonly signal: AbortSignal;
}

/** How long one pass requests evictions. The next pass continues. */
const evictionLimitMs = 10_000;

/** Grace period of Pods whose kubelet is unresponsive: without a kubelet, a longer period has no effect. */
const unreachableGraceSeconds = 1;

/**
 * One pass of draining a Node: evicts the Pods that may be evicted now, without waiting for their deletion.
 *
 * @throws ApiError.
 */
export async function drainNode(of: NodePods, options: PassOptions): Promise<Pass> {
  const { clock, signal, startedAt, workload } = options;
  const read = await readDrainPlan(options, of, signal);
  if ("fault" in read) return { done: false, message: read.fault };
  const { plan } = read;
  const until = clock.monotonic() + evictionLimitMs;
  const grace = of.nodeUnreachable ? { gracePeriodSeconds: unreachableGraceSeconds } : {};
  const failed = new Map<string, DeepReadonly<Pod>[]>();
  const terminating = [...plan.terminating];
  for (const pod of plan.evictNow) {
    const eviction =
      clock.monotonic() < until
        ? await evictPod(workload, pod, { ...grace, signal })
        : ({ outcome: "failed", why: tooLate } as const);
    if (eviction.outcome === "evicted") terminating.push(pod);
    if (eviction.outcome === "failed") failed.set(eviction.why, [...(failed.get(eviction.why) ?? []), pod]);
  }
  const state = stateOf(plan, terminating, failed);
  return isDrained(state) ? { done: true } : { done: false, message: drainMessage(state, startedAt) };
}

const tooLate = `eviction timeout of ${evictionLimitMs / 1000}s reached, eviction will be retried`;

function stateOf(plan: DrainPlan, terminating: DrainState["terminating"], failed: DrainState["failed"]): DrainState {
  const { evictLater, waitLater, waitNow } = plan;
  return { evictLater, failed, terminating, waitLater, waitNow };
}
