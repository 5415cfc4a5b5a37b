import { type Condition, type Machine } from "@capstan/contract";
import { machineObject } from "./objects.ts";

/** The time at which statuses are computed. */
export const at = "2030-01-01T01:00:00Z";
export const now = Date.parse(at);
/** The time this many seconds earlier. */
export const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString().replace(".000Z", "Z");
/** A condition with an old transition time. */
export const condition = (type: string, status: Condition["status"], message = "", reason = "R"): Condition => {
  return { type, status, reason, message, lastTransitionTime: ago(300) };
};
export const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };
/** A Machine with the labels of its set, whose conditions are all True. */
export function good(name: string, conditions: readonly Condition[] = []): Machine {
  const types = ["Ready", "Available", "UpToDate", "NodeReady"];
  const usual = types.filter((type) => !conditions.some((each) => each.type === type));
  return machineObject({
    name,
    metadata: { labels: { a: "b", ...clusterLabel }, creationTimestamp: ago(3_600) },
    spec: { version: "v1.36.0" },
    status: { conditions: [...usual.map((type) => condition(type, "True")), ...conditions] },
  });
}
/** A condition with a transition time of now. */
export const draft = (type: string, status: Condition["status"], reason: string, message = "") => {
  return { type, status, reason, message, lastTransitionTime: at };
};
/** The conditions of a set without activity. */
export const quiet = [
  draft("ScalingUp", "False", "NotScalingUp"),
  draft("ScalingDown", "False", "NotScalingDown"),
  draft("MachinesReady", "True", "Ready"),
  draft("MachinesUpToDate", "True", "UpToDate"),
  draft("Remediating", "False", "NotRemediating"),
  draft("Deleting", "False", "NotDeleting"),
  draft("Paused", "False", "NotPaused"),
];
/** Conditions in any order. */
export const byType = (conditions: readonly { readonly type: string }[] | undefined) =>
  Object.fromEntries((conditions ?? []).map((each) => [each.type, each]));
