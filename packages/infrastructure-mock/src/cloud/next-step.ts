import type { InstanceRecord } from "./cloud-record.ts";
import { isSettled } from "./mock-instance.ts";

/** The next step in a machine's life cycle, and its delay in milliseconds; undefined: none. */
export function nextStep(
  machine: InstanceRecord,
  now: number,
): { readonly step: "run" | "boot"; readonly afterMs: number } | undefined {
  if (isSettled(machine)) return undefined;
  if (machine.runsAt > now) return { step: "run", afterMs: machine.runsAt - now };
  const due = machine.boot.state === "waiting" ? machine.givesUpAt : machine.bootsAt;
  return { step: "boot", afterMs: Math.max(0, due - now) };
}
