import { type Condition, type DeepReadonly, type NewCondition, reasons } from "@capstan/contract";

/** What replaces the `Ready` condition of an object that does not report it. */
export interface Fallback {
  readonly done: boolean;
  readonly reasonDone: string;
  readonly reasonNotDone: string;
  readonly messageNotDone: string;
}

/** Shows a provider object's own `Ready` condition under another type, or what its contract fields say instead. */
export function mirror(type: string, reported: DeepReadonly<Condition> | undefined, fallback: Fallback): NewCondition {
  if (reported !== undefined) {
    // Conditions of v1beta1 that are True have no reason.
    const isWithout = reported.status === "True" && reported.reason === reasons.noReasonReported;
    const reason = isWithout ? fallback.reasonDone : reported.reason;
    return {
      type,
      status: reported.status,
      reason,
      message: reported.message,
    };
  }
  return fallback.done
    ? { type, status: "True", reason: fallback.reasonDone }
    : { type, status: "False", reason: fallback.reasonNotDone, message: fallback.messageNotDone };
}
