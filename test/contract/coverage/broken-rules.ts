import { readRecord, type Tried } from "../../breaks/record.ts";
import { namedCoverage } from "./named-coverage.ts";
import { seededCoverage } from "./seeded-coverage.ts";

/**
 * The evidence that a breach of a rule is detected: a table of faults breaks it with a CRD, a definition or a provider, and its test fails
 * unless the fault is detected; or a change of the sources breaks it, and a test fails.
 */
export type Broken = "seeded fault" | "change";

/** The cases of the suite itself, which the faulty providers exercise. */
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

/** The changes that break a rule, each with the test that fails. */
export function changesThatBreak(rule: string): readonly Tried[] {
  return record.filter(({ id }) => id === rule);
}

/** The evidence that a breach of a rule is detected; `undefined` if there is none. */
export function howBroken(rule: string): Broken | undefined {
  if (seeded.has(rule)) return "seeded fault";
  return changesThatBreak(rule).length > 0 ? "change" : undefined;
}
