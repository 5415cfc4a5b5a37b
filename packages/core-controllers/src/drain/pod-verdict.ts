import { controllerOf, type DeepReadonly, labels, type MachineDrainRule } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import { isAbout } from "./drain-rules.ts";
import { type Pod } from "./workload-kinds.ts";

/** The action for a Pod. `order` is the order of its group: groups with a lower order must be deleted first. */
export type Verdict =
  { readonly behavior: "Skip" } | { readonly behavior: "Drain" | "WaitCompleted"; readonly order: number };

/** The input for judging Pods. */
export interface JudgeFacts {
  /** The rules for the Machine, in their order. */
  readonly rules: readonly DeepReadonly<MachineDrainRule>[];
  /** Labels of the Namespaces by name. */
  readonly namespaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** `namespace/name` of the existing DaemonSets. */
  readonly daemonSets: ReadonlySet<string>;
  /** The kubelet is unresponsive: Pods that are being deleted will not terminate. */
  readonly nodeUnreachable: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const skip: Verdict = { behavior: "Skip" };
const mirrorPodAnnotation = "kubernetes.io/config.mirror";

/** Whole seconds after its deletionTimestamp at which a Pod of an unreachable Node counts as deleted. */
const abandonedAfterSeconds = 2;

/** Decides the action for a Pod: first as kubectl drain does, then by its label, then by the first rule that applies. */
export function judgePod(pod: DeepReadonly<Pod>, facts: JudgeFacts): Verdict {
  if (isAbandoned(pod, facts) || isOfDaemonSet(pod, facts) || isMirrorPod(pod)) return skip;
  return byLabel(pod) ?? byRule(pod, facts) ?? { behavior: "Drain", order: 0 };
}

/** `namespace/name` of the DaemonSet that runs the Pod, if any. */
export function daemonSetOf(pod: DeepReadonly<Pod>): string | undefined {
  const controller = controllerOf(pod);
  if (controller?.kind !== "DaemonSet" || isCompleted(pod)) return undefined;
  return objectKeyText({ namespace: pod.metadata.namespace, name: controller.name });
}

function isAbandoned(pod: DeepReadonly<Pod>, { nodeUnreachable, now }: JudgeFacts): boolean {
  const { deletionTimestamp } = pod.metadata;
  if (!nodeUnreachable || deletionTimestamp === undefined) return false;
  return now - Date.parse(deletionTimestamp) >= abandonedAfterSeconds * 1000;
}

/** A Pod whose DaemonSet is deleted is not recreated, so it is drained like any other. */
function isOfDaemonSet(pod: DeepReadonly<Pod>, { daemonSets }: JudgeFacts): boolean {
  const daemonSet = daemonSetOf(pod);
  return daemonSet !== undefined && daemonSets.has(daemonSet);
}

function isMirrorPod({ metadata }: DeepReadonly<Pod>): boolean {
  return mirrorPodAnnotation in (metadata.annotations ?? {});
}

function byLabel(pod: DeepReadonly<Pod>): Verdict | undefined {
  const value = pod.metadata.labels?.[labels.drain]?.toLowerCase();
  if (value === "skip") return skip;
  return value?.replace("-", "") === "waitcompleted" ? waitFor(pod) : undefined;
}

function byRule(pod: DeepReadonly<Pod>, { rules, namespaces }: JudgeFacts): Verdict | undefined {
  const namespaceLabels = namespaces.get(pod.metadata.namespace ?? "");
  const rule = rules.find((candidate) => isAbout(candidate, pod, namespaceLabels));
  if (rule === undefined) return undefined;
  const { behavior, order = 0 } = rule.spec.drain;
  if (behavior === "Skip") return skip;
  return behavior === "WaitCompleted" ? waitFor(pod) : { behavior: "Drain", order };
}

/** Pods that the drain only waits for are in group 0. */
function waitFor(pod: DeepReadonly<Pod>): Verdict {
  return isCompleted(pod) ? skip : { behavior: "WaitCompleted", order: 0 };
}

function isCompleted({ status }: DeepReadonly<Pod>): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}
