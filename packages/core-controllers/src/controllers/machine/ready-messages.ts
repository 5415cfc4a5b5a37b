import { type Condition, type DeepReadonly, type Machine, reasons } from "@capstan/contract";
import { drainDelays } from "../../replicas/stale-machines.ts";

const minuteMs = 60_000;

/**
 * The progress of a deletion for the condition Ready, without names and exact times, so that many Machines have the same message and can be
 * reported together.
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
  const likely = isHeldUp ? drainDelays.filter(([text]) => deleting.message?.includes(text)).map(([, why]) => why) : [];
  const why = likely.length === 0 ? "" : `, delay likely due to ${likely.join(", ")}`;
  return `Machine deletion in progress${since}, stage: ${deleting.reason}${why}`;
}

/** Readiness gates of control plane Machines that report the health of a component. */
const component = /^\* (?:(?:APIServer|ControllerManager|Scheduler)[^:]*|EtcdPodHealthy):/;

/** Combines the lines of control plane components if they are all the same. */
export function groupComponents(lines: readonly string[]): readonly string[] {
  const componentLines = lines.filter((line) => component.test(line));
  const messages = new Set(componentLines.map((line) => line.slice(line.indexOf(":") + 1)));
  const [first] = componentLines;
  if (componentLines.length <= 1 || messages.size > 1) return lines;
  return lines.flatMap((line) => {
    if (!component.test(line)) return [line];
    return line === first ? [`* Control plane components:${line.slice(line.indexOf(":") + 1)}`] : [];
  });
}
