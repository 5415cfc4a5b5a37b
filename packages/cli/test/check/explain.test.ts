import { rules } from "@capstan/contract";
import { expect, test } from "vitest";
import { explain, renderExplanation } from "../../src/check/explain.ts";

test.each(rules)("$id is explained as the catalogue has it", ({ id, statement, sources, level }) => {
  const text = renderExplanation(explain(id.toLowerCase()));
  for (const said of [id, level, statement, ...sources]) expect(text).toContain(said);
});

test("an id that there is not is refused, with those that there are", () => {
  expect(() => explain("BH-999")).toThrow(/BH-001, BH-002/);
  expect(() => explain("XX-001")).toThrow("docs/rules.md");
});
