import { rules } from "@capstan/contract";
import { expect, test } from "vitest";
import { explain, renderExplanation } from "../../src/check/explain.ts";

test.each(rules)("the explanation of $id has the catalogue's fields", ({ id, statement, sources, level }) => {
  const text = renderExplanation(explain(id.toLowerCase()));
  for (const said of [id, level, statement, ...sources]) expect(text).toContain(said);
});

test("an unknown id is rejected with the known ids", () => {
  expect(() => explain("BH-999")).toThrow(/BH-001, BH-002/);
  expect(() => explain("XX-001")).toThrow("docs/rules.md");
});
