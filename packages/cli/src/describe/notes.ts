import process from "node:process";
import { styleText } from "node:util";
import type { Condition } from "@capstan/contract";
import type { Style } from "../terminal/phase-style.ts";
import { ageOf } from "./age.ts";
import type { ConditionFilter, ShownConditions } from "./condition-filter.ts";
import { goodStatusOf } from "./conditions.ts";
import type { DescribedObject } from "./described-object.ts";
import { activitySentence, awaitedSentence, errorSentence, type Sentence } from "./sentences.ts";

/** Styles a string if there is a style and the output is a terminal that accepts it (NO_COLOR is respected). */
export function paint(style: Style | undefined, text: string): string {
  return style === undefined || text === "" ? text : styleText(style, text, { stream: process.stdout });
}

/** The lines below an object: deletion, pause, errors, waits, and its conditions if requested. */
export function notesOf(
  object: DescribedObject,
  options: { readonly conditions: ConditionFilter; readonly now: number },
): string[] {
  const { now, conditions } = options;
  return [
    ...(object.deleted === undefined ? [] : [paint("magenta", `being deleted${since(object.deleted, now)}`)]),
    ...(object.paused ? [paint("yellow", `paused${since(object.pausedSince, now)}`)] : []),
    ...object.errors.map((error) => paint("red", marked("✗", errorSentence(error), now))),
    ...object.activities.map((activity) => paint("cyan", marked("↻", activitySentence(activity), now))),
    ...object.waitsFor.map((awaited) => paint("yellow", marked("…", awaitedSentence(awaited, object), now))),
    ...shownConditions(object, conditions(object)).map((condition) => conditionText(condition, now)),
  ].flatMap((note) => note.split("\n").map((line, index) => (index === 0 ? line : `    ${line}`)));
}

function shownConditions({ conditions }: DescribedObject, shown: ShownConditions): readonly Condition[] {
  if (shown === "none") return [];
  return shown === "all" ? conditions : conditions.filter(({ type, status }) => status !== goodStatusOf(type));
}

function marked(mark: string, { text, lines, since: time }: Sentence, now: number): string {
  return `${mark} ${text}${since(time, now)}${lines === undefined ? "" : `:\n${lines}`}`;
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
