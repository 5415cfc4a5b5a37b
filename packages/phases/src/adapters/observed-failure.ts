import { type MachineFailure } from "../facts/machine-facts.ts";
import { type MachineReading } from "./machine-reading.ts";
import { isEmpty, type ReferencedObject } from "./referenced-object.ts";

/**
 * The failure that a Machine must show: its own failure; else the failure of a referenced object; else that its infrastructure has vanished
 * although the Machine is not being deleted (d.8).
 */
export function failureOf(
  reading: MachineReading,
  config: ReferencedObject | undefined,
  infrastructure: ReferencedObject | undefined,
): MachineFailure | undefined {
  if (!isEmpty(reading.failureReason) || !isEmpty(reading.failureMessage)) {
    return { reason: reading.failureReason, message: reading.failureMessage, recorded: true };
  }
  const reported = infrastructure?.failure ?? config?.failure;
  if (reported !== undefined) return { ...reported, recorded: false };
  const { kind, name } = reading.infrastructureRef;
  const vanished = infrastructure?.state === "missing" && reading.infrastructureDone && !reading.deletionRequested;
  if (!vanished) return undefined;
  return {
    reason: "InvalidConfiguration",
    message: `${kind} ${name} was deleted although the Machine was provisioned and is not being deleted`,
    recorded: false,
  };
}
