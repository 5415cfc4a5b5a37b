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
 * What an object reports as in progress: that it is being deleted and at which stage, rolled out, scaled or remediated; and why it
 * could not be scaled up, before anyone tries.
 */
export function activitiesOf(conditions: readonly AnyCondition[]): Activity[] {
  return conditions.filter(isActive).map(({ type, status, reason, message, lastTransitionTime }) => {
    // The condition about what blocks scaling up does not show since when.
    if (type === conditionTypes.scalingUp && status === "False") return { what: type, reason: "", message };
    // A reason that only repeats the type says nothing.
    return { what: type, reason: reason === type ? "" : reason, message, ...sinceOf(lastTransitionTime) };
  });
}

function isActive({ type, status, message }: AnyCondition): boolean {
  if (type === conditionTypes.scalingUp && status === "False") return message !== "";
  return status === "True" ? activeWhenTrue.has(type) : status === "False" && activeWhenFalse.has(type);
}

/** The activities of an object without those that the object above it reports in the same words. */
export function withoutRepeated(own: readonly Activity[], above: readonly Activity[]): Activity[] {
  return own.filter(
    ({ what, message }) => !above.some((reported) => reported.what === what && reported.message === message),
  );
}
