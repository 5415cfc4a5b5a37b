import { readFileSync } from "node:fs";
import path from "node:path";
import {
  canonicalQuantity,
  compareApiVersions,
  escapeFieldValue,
  formatDuration,
  labelMatcher,
  meetsFields,
  parseDuration,
  parseFieldSelector,
  parseLabelSelector,
  quantityPattern,
} from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { requirementText } from "../../src/selectors/label-requirement.ts";
import { labelRequirementsOf } from "../../src/selectors/label-selector.ts";
import { type Question, questions } from "./questions.ts";

/** The answer of main.go to a question. */
interface Answer extends Pick<Question, "form" | "text" | "other"> {
  readonly error?: string;
  readonly reading?: string;
  readonly matches?: readonly boolean[];
}

type Reading = Pick<Answer, "error" | "reading" | "matches">;

const answers = readFileSync(path.resolve(import.meta.dirname, "readings.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Answer);

const asked = questions();

test("the readings belong to these questions", () => {
  const strings = (all: readonly Pick<Answer, "form" | "text" | "other">[]) =>
    all.map(({ form, text, other = "" }) => [form, text, other]);
  expect(strings(answers)).toEqual(strings(asked));
});

describe.each(["duration", "quantity", "api version", "label selector", "field selector"] as const)("%s", (form) => {
  test("is parsed as in Go, including errors", () => {
    const ofForm = asked.filter((question) => question.form === form);
    expect(ofForm.length).toBeGreaterThanOrEqual(120);
    expect(ofForm.map((question) => [question, ours(question)])).toEqual(
      ofForm.map((question) => [question, theirs(answers[asked.indexOf(question)])]),
    );
  });
});

function theirs(answer: Answer | undefined): Reading {
  const { form, error, reading = "", matches } = answer ?? { form: "duration" };
  if (error !== undefined) return { error: form === "quantity" ? "" : error };
  return { reading, ...(matches === undefined ? {} : { matches }) };
}

function ours(question: Question): Reading {
  try {
    return readings[question.form](question);
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const readings: Readonly<Record<Question["form"], (question: Question) => Reading>> = {
  duration: ({ text }) => ({ reading: `${parseDuration(text)} ${formatDuration(parseDuration(text))}` }),
  quantity: ({ text }) =>
    new RegExp(quantityPattern).test(text) ? { reading: canonicalQuantity(text) } : { error: "" },
  "api version": ({ text, other = "" }) => ({ reading: String(Math.sign(compareApiVersions(text, other))) }),
  "label selector": ({ text, selector, sets = [] }) => {
    const requirements = selector === undefined ? parseLabelSelector(text) : labelRequirementsOf(selector);
    const matcher = labelMatcher(selector ?? text);
    return { reading: requirements.map(requirementText).join(","), matches: sets.map((set) => matcher(set)) };
  },
  "field selector": ({ text, sets = [] }) => {
    const requirements = parseFieldSelector(text);
    const terms = requirements.map(
      ({ path: at, isEqual, value }) => `${at}${isEqual ? "=" : "!="}${escapeFieldValue(value)}`,
    );
    return { reading: terms.join(","), matches: sets.map((set) => meetsFields(requirements, (at) => set[at] ?? "")) };
  },
};
