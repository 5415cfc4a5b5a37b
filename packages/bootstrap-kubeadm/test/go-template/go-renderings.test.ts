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

/** What Go makes of templates: npm run differential:templates -- --templates 1500 --seed 7 --write */
function answersOf(file: string): readonly Answer[] {
  return readFileSync(path.join(import.meta.dirname, `go-renderings/${file}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

/** Each kind with what most of its templates have in common, so that a difference is found where it is. */
const kinds: readonly (readonly [file: string, group: (template: string) => string])[] = [
  ["templates", () => "generated templates"],
  ["formats", (template) => `formats that end with ${/([^"\\]|\\.)"/.exec(template)?.[1] ?? "nothing"}`],
  [
    "calls",
    (template) =>
      `calls of ${/[a-z]{2,}(?= )(?!.*\| [a-z])/.exec(template.replace(/^\{\{if /, ""))?.[0] ?? "what is passed"}`,
  ],
  ["edges", (template) => `edges of ${/if|with|range|define|block|template/.exec(template)?.[0] ?? "actions"}`],
];

describe.each(kinds)("what Go's text/template makes of %s is made of them here", (file, group) => {
  const groups = Map.groupBy(answersOf(file), ({ template }) => group(template));

  test.each([...groups])("%s", (_group, answers) => {
    for (const { template, go } of answers) {
      const render = (): string => renderTemplate(template, data);
      if ("error" in go) expect(render, JSON.stringify(template)).toThrow(TemplateError);
      else expect(render(), JSON.stringify(template)).toBe(go.output);
    }
  });
});
