import type { NewCondition } from "@capstan/contract";
import { ownReasons } from "../references/own-reasons.ts";
import { type ObservedReference, type Reference } from "../references/reference.ts";

/** The condition for a reference that cannot be followed, or whose object must not be used. */
export function cannotUse(type: string, observed: ObservedReference): NewCondition | undefined {
  if (observed.state === "unresolved") {
    return { type, status: "Unknown", reason: observed.reason, message: observed.message };
  }
  if (observed.state === "found" && observed.refusal !== undefined) {
    return { type, status: "False", reason: ownReasons.controlledByAnother, message: observed.refusal };
  }
  return undefined;
}

/** Names a referenced object and the field that refers to it. */
export function describeAbsence(reference: Reference | undefined, path: string, what: string): string {
  return reference === undefined ? `${path} ${what}` : `${reference.kind} ${reference.name} (${path}) ${what}`;
}
