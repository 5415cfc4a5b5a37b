import { type DeepReadonly } from "@capstan/contract";
import { compareNames } from "./compare-names.ts";
import { type DrainPlan, podName } from "./drain-plan.ts";
import { type Pod } from "./workload-kinds.ts";

type Pods = readonly DeepReadonly<Pod>[];

/** The state of a drain after the evictions of one pass. */
export interface DrainState extends Pick<DrainPlan, "evictLater" | "terminating" | "waitNow" | "waitLater"> {
  /** The Pods that could not be evicted, by reason. */
  readonly failed: ReadonlyMap<string, Pods>;
}

const shownPods = 3;
const shownFailures = 5;
const budget = "Cannot evict pod as it would violate the pod's disruption budget.";

/** Whether every Pod that must leave has left. */
export function isDrained({ failed, evictLater, terminating, waitNow, waitLater }: DrainState): boolean {
  return failed.size + evictLater.length + terminating.length + waitNow.length + waitLater.length === 0;
}

/** The Pods that a drain still waits for, as the condition `Deleting` of Machines reports them. Tools read these lines. */
export function drainMessage(state: DrainState, startedAt: string): string {
  const { failed, evictLater, terminating, waitNow, waitLater } = state;
  const lines = [
    `Drain not completed yet (started at ${startedAt}):`,
    ...(terminating.length === 0
      ? []
      : [`* ${named(terminating)}: deletionTimestamp set, but still not removed from the Node`]),
    ...failureLines(failed),
    ...(waitNow.length === 0 ? [] : [`* ${named(waitNow)}: waiting for completion`]),
    ...later("the following Pods will be evicted", evictLater),
    ...later("waiting for the following Pods to complete without eviction", waitLater),
  ];
  return lines.join("\n");
}

function failureLines(failed: DrainState["failed"]): string[] {
  const failures = [...failed].sort(([left], [right]) => compareNames(left, right));
  const lines = failures.slice(0, shownFailures).map(([why, pods]) => `* ${named(pods)}: ${reworded(why)}`);
  const others = failures.slice(shownFailures).reduce((sum, [, pods]) => sum + pods.length, 0);
  return others === 0 ? lines : [...lines, `* ${others} ${others === 1 ? "Pod" : "Pods"} with other issues`];
}

function reworded(why: string): string {
  return why.startsWith(budget) ? `c${why.slice(1)}` : `failed to evict Pod, ${why}`;
}

function later(what: string, pods: Pods): string[] {
  return pods.length === 0 ? [] : [`After above Pods have been removed from the Node, ${what}: ${list(pods)}`];
}

function named(pods: Pods): string {
  return `${pods.length > 1 ? "Pods" : "Pod"} ${list(pods)}`;
}

function list(pods: Pods): string {
  return shortened(pods.map(podName), shownPods);
}

/** The first names, and the number of others. */
export function shortened(names: readonly string[], shown: number): string {
  const more = names.length > shown ? [`... (${names.length - shown} more)`] : [];
  return [...names.slice(0, shown), ...more].join(", ");
}
