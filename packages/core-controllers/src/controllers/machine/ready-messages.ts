import { type Condition, type DeepReadonly, type Machine, reasons } from "@capstan/contract";

const minuteMs = 60_000;

/** What holds a drain up, by what the condition Deleting says of it. */
const delays: readonly (readonly [told: string, likely: string])[] = [
  ["cannot evict pod as it would violate the pod's disruption budget.", "PodDisruptionBudgets"],
  ["deletionTimestamp set, but still not removed from the Node", "Pods not terminating"],
  ["failed to evict Pod", "Pod eviction errors"],
  ["waiting for completion", "Pods not completed yet"],
];

/**
 * How far a deletion has come, for the condition Ready: without names and exact times, so that many Machines say the same
 * and are told of together.
 */
export function deletionInShort(
  { metadata, status }: DeepReadonly<Machine>,
  deleting: Pick<Condition, "reason"> & { readonly message?: string },
  now: number,
): string {
  const isLong = now - Date.parse(metadata.deletionTimestamp ?? "") > 15 * minuteMs;
  const since = isLong ? " since more than 15m" : "";
  const drainingMs = now - Date.parse(status?.deletion?.nodeDrainStartTime ?? "");
  const isHeldUp = isLong && deleting.reason === reasons.drainingNode && drainingMs > 5 * minuteMs;
  const likely = isHeldUp ? delays.filter(([told]) => deleting.message?.includes(told)).map(([, why]) => why) : [];
  const why = likely.length === 0 ? "" : `, delay likely due to ${likely.join(", ")}`;
  return `Machine deletion in progress${since}, stage: ${deleting.reason}${why}`;
}

/** Readiness gates of control plane Machines that tell how a component does. */
const component = /^\* (?:(?:APIServer|ControllerManager|Scheduler)[^:]*|EtcdPodHealthy):/;

/** Says once what all components of a control plane Machine say alike. */
export function groupComponents(lines: readonly string[]): readonly string[] {
  const told = lines.filter((line) => component.test(line));
  const messages = new Set(told.map((line) => line.slice(line.indexOf(":") + 1)));
  const [first] = told;
  if (first === undefined || told.length === 1 || messages.size > 1) return lines;
  return lines.flatMap((line) => {
    if (!component.test(line)) return [line];
    return line === first ? [`* Control plane components:${line.slice(line.indexOf(":") + 1)}`] : [];
  });
}
