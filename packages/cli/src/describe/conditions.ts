import { type Condition, conditionTypes } from "@capstan/contract";
import { fieldsOf } from "@capstan/kube";
import type { AwaitedThing, ReportedError } from "./described-object.ts";

/**
 * Reasons that name an error for the user to fix, rather than a wait. Contract v1beta2 has no field for the difference: by convention, a
 * reason ends with the error.
 */
const errorReason = new RegExp(
  `(?:${[
    ...["Error", "Errors", "Failed", "Failure", "Violation", "Invalid", "Unsupported", "Conflict", "Broken"],
    ...["NotFound", "NotInstalled", "Missing", "DoesNotExist", "Gone", "Lost", "Terminated", "Crashed"],
    ...["Exceeded", "Exhausted", "Insufficient", "Unavailable", "TimedOut", "Timeout"],
    ...["Denied", "Refused", "Rejected", "Forbidden", "Unauthorized"],
  ].join("|")})$`,
);

/** A condition of any provider: contract v1beta1 has a severity. */
export interface AnyCondition extends Condition {
  readonly severity?: string;
}

/** The conditions of an object of any kind and contract. Malformed conditions are omitted. */
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

/** The condition that summarizes an object. */
export function summaryOf(conditions: readonly AnyCondition[]): AnyCondition | undefined {
  return (
    conditions.find(({ type }) => type === "Ready") ?? conditions.find(({ type }) => type === "Available") ?? undefined
  );
}

/** Conditions that are not True in the normal state. */
const exceptional: ReadonlySet<string> = new Set([
  conditionTypes.deleting,
  conditionTypes.paused,
  conditionTypes.updating,
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
]);

/** The normal status of a condition. */
export function goodStatusOf(type: string): Condition["status"] {
  return exceptional.has(type) ? "False" : "True";
}

/** Whether a condition that is not True reports an error. Providers of contract v1beta1 show that by its severity. */
export function isError({ status, reason, severity }: AnyCondition): boolean {
  if (status === "True") return false;
  return severity === undefined ? errorReason.test(reason) : severity === "Error";
}

/** The errors that an object itself reports: its failure, and its summary if that is an error. */
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

/** Reports of health checks, about a Machine or themselves: if one is not True, a user must check it. */
const verdicts: ReadonlySet<string> = new Set([conditionTypes.healthCheckSucceeded, conditionTypes.remediationAllowed]);

/** The waits that an object itself reports: its summary, if that is neither True nor an error. */
export function waitsOf(object: string, conditions: readonly AnyCondition[]): AwaitedThing[] {
  const summary = summaryOf(conditions);
  if (summary === undefined || summary.status === "True" || isError(summary)) return [];
  const { type, reason, message, lastTransitionTime } = summary;
  const detail = [reason, message].filter((text) => text !== "").join(": ");
  return [{ what: type, object, ...(detail === "" ? {} : { detail }), ...sinceOf(lastTransitionTime) }];
}

/** The time, if known, as an optional field. */
export function sinceOf(time: string | undefined): { readonly since?: string } {
  return time === undefined || time === "" ? {} : { since: time };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
