import { readRecord, type Tried } from "../../breaks/record.ts";
import { namedCoverage } from "./named-coverage.ts";
import { seededCoverage } from "./seeded-coverage.ts";

/**
 * How it is known that a breach of a rule is noticed: a table of faults has something that breaks it, as a CRD, a definition or a
 * provider, and its test fails unless that is found; or with a change of the sources the rule does not hold, and a test fails.
 */
export type Broken = "seeded fault" | "change";

/** The cases of the suite themselves, which the faulty providers try. */
const suite = "packages/testkit/src/conformance/cases/";

const seeded = new Set([
  ...seededCoverage()
    .filter(({ file }) => !file.startsWith(suite))
    .map(({ rule }) => rule),
  ...namedCoverage()
    .filter(({ moment }) => moment === "capstan check")
    .map(({ rule }) => rule),
]);

const record = readRecord();

/** The changes with which a rule does not hold, each with the test that fails. */
export function changesThatBreak(rule: string): readonly Tried[] {
  return record.filter(({ id }) => id === rule);
}

/** How it is known that a breach of a rule is noticed; `undefined`: it is not known. */
export function howBroken(rule: string): Broken | undefined {
  if (seeded.has(rule)) return "seeded fault";
  return changesThatBreak(rule).length > 0 ? "change" : undefined;
}
