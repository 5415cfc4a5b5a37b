import { type DeepReadonly, type Machine } from "@capstan/contract";
import { watchLagMs } from "../../references/watch-lag.ts";
import { type ObservedNode } from "../../workload/observed-node.ts";

/**
 * How long to wait for a newly registered Node to report whether it is Ready, in milliseconds; 0 for every other Node. A Node that is Ready
 * soon therefore costs one status write of its Machine, not two.
 */
export function registrationWaitMs(machine: DeepReadonly<Machine>, observed: ObservedNode, now: number): number {
  if (observed.state !== "found" || machine.status?.nodeRef !== undefined) return 0;
  const { metadata, status } = observed.node;
  return status?.conditions?.some(({ type }) => type === "Ready") === true ? 0 : watchLagMs(metadata, now);
}
