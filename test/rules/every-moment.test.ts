import { type RuleId, ruleInfo, rules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { moments } from "../contract-coverage/moments.ts";
import { seenByTheChecker } from "./seen-by-the-checker.ts";
import { seenByTheSuite } from "./seen-by-the-suite.ts";

const sightings = [...seenByTheChecker(), ...(await seenByTheSuite())];

describe("a breach is told by the same id, in the same words and with the same source at every moment:", () => {
  test.each(rules.map(({ id }) => [id, momentsOf(id).join(", ") || "by construction, or by people"] as const))(
    "%s (%s)",
    (id) => {
      const { statement, source } = ruleInfo(id);
      for (const seen of sightings.filter(({ rule }) => rule === id)) {
        expect(seen, seen.moment).toEqual({ moment: seen.moment, rule: id, statement, source });
      }
    },
  );
});

function momentsOf(id: RuleId): string[] {
  return moments.filter((moment) => sightings.some((seen) => seen.rule === id && seen.moment === moment));
}
