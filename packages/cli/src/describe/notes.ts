import process from "node:process";
import { styleText } from "node:util";
import { conditionTypes } from "@capstan/contract";
import type { Style } from "../phase-style.ts";
import { ageOf } from "./age.ts";
import type { AwaitedThing, DescribedObject, ReportedError } from "./described-object.ts";

/** Conditions that do not hold while all is well. */
const exceptional: ReadonlySet<string> = new Set([
  conditionTypes.deleting,
  conditionTypes.paused,
  conditionTypes.updating,
  conditionTypes.rollingOut,
  conditionTypes.scalingUp,
  conditionTypes.scalingDown,
  conditionTypes.remediating,
]);

/** The text in a style, if there is one and the output is a terminal that wants it (NO_COLOR is heeded). */
export function paint(style: Style | undefined, text: string): string {
  return style === undefined || text === "" ? text : styleText(style, text, { stream: process.stdout });
}

/** What stands below an object: deletion, pause, errors, what it waits for, and its conditions if wanted. */
export function notesOf(
  object: DescribedObject,
  options: { readonly conditions: boolean; readonly now: number },
): string[] {
  const { now, conditions } = options;
  return [
    ...(object.deleted === undefined ? [] : [paint("magenta", `being deleted${since(object.deleted, now)}`)]),
    ...(object.paused ? [paint("yellow", "paused")] : []),
    ...object.errors.map((error) => paint("red", errorText(error, now))),
    ...object.waitsFor.map((awaited) => paint("yellow", awaitedText(awaited, object, now))),
    ...(conditions ? object.conditions.map((condition) => conditionText(condition, now)) : []),
  ].flatMap((note) => note.split("\n"));
}

function errorText({ reason, message, since: time }: ReportedError, now: number): string {
  return `✗ ${[reason, message].filter((text) => text !== "").join(": ")}${since(time, now)}`;
}

function awaitedText(awaited: AwaitedThing, of: DescribedObject, now: number): string {
  const other = awaited.object === `${of.kind} ${of.name}` ? [] : [awaited.object];
  const why = [...other, ...(awaited.detail === undefined ? [] : [awaited.detail])].join(": ");
  return `… waits for ${awaited.what}${why === "" ? "" : ` (${why})`}${since(awaited.since, now)}`;
}

function conditionText(condition: DescribedObject["conditions"][number], now: number): string {
  const { type, status, reason, message, lastTransitionTime } = condition;
  const good = exceptional.has(type) ? "False" : "True";
  const mark = status === good ? paint("green", "✓") : status === "Unknown" ? paint("yellow", "?") : paint("red", "✗");
  const why = status === good ? "" : `  ${[reason, message].filter((text) => text !== "").join(": ")}`;
  return `${mark} ${type}=${status}${since(lastTransitionTime, now)}${why}`;
}

function since(time: string | undefined, now: number): string {
  const age = ageOf(time, now);
  return age === "" ? "" : `, since ${age}`;
}
