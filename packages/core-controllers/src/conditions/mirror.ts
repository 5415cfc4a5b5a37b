import { type Condition, type DeepReadonly, type NewCondition, reasons } from "@capstan/contract";

/** Replaces the `Ready` condition of an object that does not report it. */
export interface Fallback {
  readonly done: boolean;
  readonly reasonDone: string;
  readonly reasonNotDone: string;
  readonly messageNotDone: string;
}

/** Mirrors a provider object's `Ready` condition under another type; without such a condition, the contract fields decide. */
export function mirror(type: string, reported: DeepReadonly<Condition> | undefined, fallback: Fallback): NewCondition {
  if (reported !== undefined) {
    // v1beta1 conditions that are True have no reason.
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
