import { type DeepReadonly } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { compareNames } from "./compare-names.ts";
import { judgePod, type JudgeFacts, type Verdict } from "./pod-verdict.ts";
import { type Pod } from "./workload-kinds.ts";

type Pods = readonly DeepReadonly<Pod>[];

/** The Pods of a Node by the next action; each list is sorted by namespace and name. */
export interface DrainPlan {
  readonly evictNow: Pods;
  /** Pods to evict once all Pods of earlier groups are deleted. */
  readonly evictLater: Pods;
  /** Pods that are already being deleted. */
  readonly terminating: Pods;
  readonly waitNow: Pods;
  readonly waitLater: Pods;
  readonly skipped: Pods;
}

/** Sorts the Pods of a Node. Only the remaining group with the lowest order is handled. Later groups wait until its Pods are deleted. */
export function planDrain(pods: Pods, facts: JudgeFacts): DrainPlan {
  const judged = pods
    .map((pod) => ({ pod, verdict: judgePod(pod, facts) }))
    .sort((left, right) => compareNames(podName(left.pod), podName(right.pod)));
  const orders = judged.flatMap(({ verdict }) => (verdict.behavior === "Skip" ? [] : [verdict.order]));
  const current = Math.min(...orders);
  const those = (wanted: keyof DrainPlan): Pods =>
    judged.filter(({ pod, verdict }) => placeOf(pod, verdict, current) === wanted).map(({ pod }) => pod);
  return {
    evictNow: those("evictNow"),
    evictLater: those("evictLater"),
    terminating: those("terminating"),
    waitNow: those("waitNow"),
    waitLater: those("waitLater"),
    skipped: those("skipped"),
  };
}

function placeOf(pod: DeepReadonly<Pod>, verdict: Verdict, current: number): keyof DrainPlan {
  if (verdict.behavior === "Skip") return "skipped";
  const now = verdict.order === current;
  if (verdict.behavior === "WaitCompleted") return now ? "waitNow" : "waitLater";
  if (pod.metadata.deletionTimestamp !== undefined) return "terminating";
  return now ? "evictNow" : "evictLater";
}

/** `namespace/name`. */
export function podName({ metadata }: DeepReadonly<Pod>): string {
  return objectKeyText(metadata);
}
