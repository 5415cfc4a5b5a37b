import { type RuleId, ruleInfo, rules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { moments } from "../coverage/moments.ts";
import { seenAtRunTime } from "./seen-at-run-time.ts";
import { seenAtStart } from "./seen-at-start.ts";
import { seenByTheChecker } from "./seen-by-the-checker.ts";
import { seenByTheCompiler } from "./seen-by-the-compiler.ts";
import { seenByTheSuite } from "./seen-by-the-suite.ts";
import { seenInDefinitions } from "./seen-in-definitions.ts";

const sightings = [
  ...seenByTheCompiler(),
  ...seenInDefinitions(),
  ...seenAtStart(),
  ...seenAtRunTime(),
  ...seenByTheChecker(),
  ...(await seenByTheSuite()),
];

describe("a breach is reported with the same id, wording and source at every moment:", () => {
  test.each(rules.map(({ id }) => [id, momentsOf(id).join(", ") || "by construction, or by people"] as const))(
    "%s (%s)",
    (id) => {
      const { statement, source } = ruleInfo(id);
      // Rules that only people, or the SDK by construction, ensure have no reports.
      const own = sightings.filter(({ rule }) => rule === id);
      expect(own).toEqual(own.map(({ moment }) => ({ moment, rule: id, statement, source })));
    },
  );

  test("is checked at six moments, and at several of them for most rules that a definition can break", () => {
    expect(moments.filter((moment) => sightings.some((seen) => seen.moment === moment))).toEqual([
      "compile time",
      "definition time",
      "start-up",
      "run time",
      "capstan check",
      "conformance suite",
    ]);
    expect(rules.filter(({ id }) => momentsOf(id).length > 1).length).toBeGreaterThan(40);
  });
});

function momentsOf(id: RuleId): string[] {
  return moments.filter((moment) => sightings.some((seen) => seen.rule === id && seen.moment === moment));
}
