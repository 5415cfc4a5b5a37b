import { conditionTypes } from "@capstan/contract";
import type { AnyCondition } from "./conditions.ts";
import { sinceOf } from "./conditions.ts";
import type { Activity } from "./described-object.ts";

/** Conditions that are True while something is in progress. */
const activeWhenTrue: ReadonlySet<string> = new Set([
  conditionTypes.deleting,
  conditionTypes.updating,
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
]);

/** Conditions that are not True while something is in progress. */
const activeWhenFalse: ReadonlySet<string> = new Set([
  conditionTypes.ownerRemediated,
  conditionTypes.externallyRemediated,
]);

/**
 * The operations in progress that an object reports: its deletion and stage, a rollout, scaling or remediation; also, why it could not be
 * scaled up, before a user tries.
 */
export function activitiesOf(conditions: readonly AnyCondition[]): Activity[] {
  return conditions.filter(isActive).map(({ type, status, reason, message, lastTransitionTime }) => {
    // The condition that blocks scaling up does not show since when.
    if (type === conditionTypes.scalingUp && status === "False") return { what: type, reason: "", message };
    // A reason that only repeats the type adds nothing.
    return { what: type, reason: reason === type ? "" : reason, message, ...sinceOf(lastTransitionTime) };
  });
}

function isActive({ type, status, message }: AnyCondition): boolean {
  if (type === conditionTypes.scalingUp && status === "False") return message !== "";
  return status === "True" ? activeWhenTrue.has(type) : status === "False" && activeWhenFalse.has(type);
}

/** The activities of an object without those that its parent reports with the same message. */
export function withoutRepeated(own: readonly Activity[], above: readonly Activity[]): Activity[] {
  return own.filter(
    ({ what, message }) => !above.some((reported) => reported.what === what && reported.message === message),
  );
}
