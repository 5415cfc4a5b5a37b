import { hasGo } from "@capstan/harness/has-go";
import { expect, test } from "vitest";
import { compareTemplates } from "./compare.ts";
import { questions } from "./questions.ts";

// npm run compare -- templates compares ten times as many.
test.runIf(hasGo())("generated templates are rendered, or refused, as Go's text/template does", async () => {
  const all = Object.values(questions(1_500, 20_261_126)).flat();
  const { rendered, refused, differences } = await compareTemplates(all);
  expect(differences).toEqual([]);
  expect(rendered).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(200);
});
