import { type Condition, conditionTypes } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { AwaitedThing, ReportedError } from "./described-object.ts";

/**
 * Reasons that name something to be fixed by a user, rather than waited for. Contract v1beta2 has no field for the difference: by
 * convention a reason ends with what is wrong.
 */
const errorReason = new RegExp(
  `(?:${[
    ...["Error", "Errors", "Failed", "Failure", "Violation", "Invalid", "Unsupported", "Conflict", "Broken"],
    ...["NotFound", "NotInstalled", "Missing", "DoesNotExist", "Gone", "Lost", "Terminated", "Crashed"],
    ...["Exceeded", "Exhausted", "Insufficient", "Unavailable", "TimedOut", "Timeout"],
    ...["Denied", "Refused", "Rejected", "Forbidden", "Unauthorized"],
  ].join("|")})$`,
);

/** A condition as any provider may write it: contract v1beta1 has a severity. */
export interface AnyCondition extends Condition {
  readonly severity?: string;
}

/** The conditions of an object of any kind and contract; malformed ones are left out. */
export function conditionsOf(object: { readonly status?: unknown }): AnyCondition[] {
  const status = fieldsOf(object.status);
  const staged = fieldsOf(status.v1beta2).conditions;
  const list: unknown = Array.isArray(staged) ? staged : status.conditions;
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((item) => {
    const { type, status: held, lastTransitionTime, reason, message, severity } = fieldsOf(item);
    if (typeof type !== "string" || (held !== "True" && held !== "False" && held !== "Unknown")) return [];
    return [
      {
        type,
        status: held,
        lastTransitionTime: textOf(lastTransitionTime),
        reason: textOf(reason),
        message: textOf(message),
        ...(typeof severity === "string" && severity !== "" ? { severity } : {}),
      },
    ];
  });
}

/** The condition that sums an object up. */
export function summaryOf(conditions: readonly AnyCondition[]): AnyCondition | undefined {
  return (
    conditions.find(({ type }) => type === "Ready") ?? conditions.find(({ type }) => type === "Available") ?? undefined
  );
}

/** Conditions that are not True while all is well. */
const exceptional: ReadonlySet<string> = new Set([
  conditionTypes.deleting,
  conditionTypes.paused,
  conditionTypes.updating,
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
]);

/** The status that a condition has while all is well. */
export function goodStatusOf(type: string): Condition["status"] {
  return exceptional.has(type) ? "False" : "True";
}

/** Whether a condition that is not True reports an error; providers of contract v1beta1 show that by its severity. */
export function isError({ status, reason, severity }: AnyCondition): boolean {
  if (status === "True") return false;
  return severity === undefined ? errorReason.test(reason) : severity === "Error";
}

/** The errors an object reports itself: its failure, and its summary where that is one. */
export function errorsOf(
  origin: string,
  object: { readonly status?: unknown },
  conditions: readonly AnyCondition[],
): ReportedError[] {
  const status = fieldsOf(object.status);
  const deprecated = fieldsOf(fieldsOf(status.deprecated).v1beta1);
  const failureReason = textOf(status.failureReason) || textOf(deprecated.failureReason);
  const failureMessage = textOf(status.failureMessage) || textOf(deprecated.failureMessage);
  const failure =
    failureReason === "" && failureMessage === "" ? [] : [{ origin, reason: failureReason, message: failureMessage }];
  const summary = summaryOf(conditions);
  const reported = [
    ...(summary !== undefined && isError(summary) ? [summary] : []),
    ...conditions.filter(({ type, status: held }) => verdicts.has(type) && held === "False"),
  ];
  const further = reported
    .filter(({ reason }) => !failure.some((known) => known.reason === reason))
    .map(({ reason, message, lastTransitionTime }) => ({ origin, reason, message, ...sinceOf(lastTransitionTime) }));
  return [...failure, ...further];
}

/** What health checks report, of a Machine or of themselves: if one is not True, a user has to look at it. */
const verdicts: ReadonlySet<string> = new Set([conditionTypes.healthCheckSucceeded, conditionTypes.remediationAllowed]);

/** What an object itself reports to wait for: its summary, if that is neither True nor an error. */
export function waitsOf(object: string, conditions: readonly AnyCondition[]): AwaitedThing[] {
  const summary = summaryOf(conditions);
  if (summary === undefined || summary.status === "True" || isError(summary)) return [];
  const { type, reason, message, lastTransitionTime } = summary;
  const detail = [reason, message].filter((text) => text !== "").join(": ");
  return [{ what: type, object, ...(detail === "" ? {} : { detail }), ...sinceOf(lastTransitionTime) }];
}

/** The time, if it is known, in the form of an optional field. */
export function sinceOf(time: string | undefined): { readonly since?: string } {
  return time === undefined || time === "" ? {} : { since: time };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
