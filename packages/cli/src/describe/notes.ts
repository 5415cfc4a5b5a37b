import process from "node:process";
import { styleText } from "node:util";
import { type Condition, conditionTypes } from "@capstan/contract";
import type { Style } from "../terminal/phase-style.ts";
import { ageOf } from "./age.ts";
import type { ConditionFilter, ShownConditions } from "./condition-filter.ts";
import type { Activity, AwaitedThing, DescribedObject, ReportedError } from "./described-object.ts";

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

/** The text in a style, if one is given and the output is a terminal that accepts it (NO_COLOR is respected). */
export function paint(style: Style | undefined, text: string): string {
  return style === undefined || text === "" ? text : styleText(style, text, { stream: process.stdout });
}

/** What is shown below an object: deletion, pause, errors, what it waits for, and its conditions if asked for. */
export function notesOf(
  object: DescribedObject,
  options: { readonly conditions: ConditionFilter; readonly now: number },
): string[] {
  const { now, conditions } = options;
  return [
    ...(object.deleted === undefined ? [] : [paint("magenta", `being deleted${since(object.deleted, now)}`)]),
    ...(object.paused ? [paint("yellow", `paused${since(object.pausedSince, now)}`)] : []),
    ...object.errors.map((error) => paint("red", errorText(error, now))),
    ...object.activities.map((activity) => paint("cyan", activityText(activity, now))),
    ...object.waitsFor.map((awaited) => paint("yellow", awaitedText(awaited, object, now))),
    ...shownConditions(object, conditions(object)).map((condition) => conditionText(condition, now)),
  ].flatMap((note) => note.split("\n").map((line, index) => (index === 0 ? line : `    ${line}`)));
}

function shownConditions({ conditions }: DescribedObject, shown: ShownConditions): readonly Condition[] {
  if (shown === "none") return [];
  return shown === "all" ? conditions : conditions.filter(({ type, status }) => status !== goodStatusOf(type));
}

function goodStatusOf(type: string): Condition["status"] {
  return exceptional.has(type) ? "False" : "True";
}

/** A message of several lines follows what is said in one. */
function activityText({ what, reason, message, since: time }: Activity, now: number): string {
  const title = `↻ ${what}${reason === "" ? "" : ` (${reason})`}`;
  if (message.includes("\n")) return `${title}${since(time, now)}:\n${message}`;
  return `${title}${message === "" ? "" : `: ${message}`}${since(time, now)}`;
}

function errorText({ reason, message, since: time }: ReportedError, now: number): string {
  return `✗ ${[reason, message].filter((text) => text !== "").join(": ")}${since(time, now)}`;
}

function awaitedText(awaited: AwaitedThing, of: DescribedObject, now: number): string {
  const other = awaited.object === `${of.kind} ${of.name}` ? [] : [awaited.object];
  const why = [...other, ...(awaited.detail === undefined ? [] : [awaited.detail])].join(": ");
  if (why.includes("\n")) return `… waits for ${awaited.what}${since(awaited.since, now)}:\n${why}`;
  return `… waits for ${awaited.what}${why === "" ? "" : ` (${why})`}${since(awaited.since, now)}`;
}

function conditionText(condition: DescribedObject["conditions"][number], now: number): string {
  const { type, status, reason, message, lastTransitionTime } = condition;
  const good = goodStatusOf(type);
  const mark = status === good ? paint("green", "✓") : status === "Unknown" ? paint("yellow", "?") : paint("red", "✗");
  const why = status === good ? "" : `  ${[reason, message].filter((text) => text !== "").join(": ")}`;
  return `${mark} ${type}=${status}${since(lastTransitionTime, now)}${why}`;
}

function since(time: string | undefined, now: number): string {
  const age = ageOf(time, now);
  return age === "" ? "" : `, since ${age}`;
}
