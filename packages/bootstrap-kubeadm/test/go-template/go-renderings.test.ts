import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../src/go-template/execute.ts";
import { TemplateError } from "../../src/go-template/model/template-error.ts";

interface Answer {
  readonly template: string;
  readonly go: { readonly output: string } | { readonly error: string };
}

const data = { controlPlane: { version: "v1.36.0" } };

/** What Go makes of generated templates: npm run differential:templates -- --templates 1500 --seed 7 --write */
const answers = readFileSync(path.join(import.meta.dirname, "go-renderings.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Answer);

describe("what Go's text/template", () => {
  const rendered = answers.flatMap(({ template, go }) => ("output" in go ? [[template, go.output] as const] : []));
  const refused = answers.flatMap(({ template, go }) => ("error" in go ? [template] : []));

  test("makes of templates is made of them here", () => {
    expect(rendered.length).toBeGreaterThan(300);
    expect(rendered.map(([template]) => [template, renderTemplate(template, data)])).toEqual(rendered);
  });

  test("refuses is refused", () => {
    expect(refused.length).toBeGreaterThan(300);
    for (const template of refused) {
      expect(() => renderTemplate(template, data), JSON.stringify(template)).toThrow(TemplateError);
    }
  });
});
