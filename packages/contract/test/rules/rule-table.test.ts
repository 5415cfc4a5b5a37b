import { checkedRules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { staticRules } from "../../src/checks/static-rules.ts";
import { ruleTable } from "./rule-table.ts";

describe("the catalogue of static rules", () => {
  test("contains exactly the rules of the table, with the same level", () => {
    expect(staticRules.map(({ id, level }) => [id, level]).toSorted()).toEqual(
      ruleTable.map(([id, level]) => [id, level]).toSorted(),
    );
  });

  test.each(ruleTable)("%s (%s, %s) is covered: %s", (id, _level, _kind, coverage) => {
    expect(checkedRules.has(id)).toBe(coverage === "own");
    expect(coverage.length).toBeGreaterThan(2);
  });

  test.each(staticRules)("$id has a source in one line", ({ statement, source, title }) => {
    expect(statement).toMatch(/^[^\n]{15,140}\.$/);
    expect(source).toMatch(/:|\.go|\.md|^core\//);
    expect(title).not.toBe("");
  });
});
