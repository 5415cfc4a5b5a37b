import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../src/go-template/execute.ts";
import { TemplateError } from "../../src/go-template/model/template-error.ts";
import { goAnswers } from "./go-answers.ts";

const data = { controlPlane: { version: "v1.36.0" } };

/** Each kind with the common part of most of its templates, so that a failure shows where the difference is. */
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

describe.each(kinds)("templates of %s render as in Go's text/template", (file, group) => {
  const groups = Map.groupBy(goAnswers(file), ({ template }) => group(template));

  test.each([...groups])("%s", (_group, answers) => {
    for (const { template, go } of answers) {
      const render = (): string => renderTemplate(template, data);
      if ("error" in go) expect(render, JSON.stringify(template)).toThrow(TemplateError);
      else expect(render(), JSON.stringify(template)).toBe(go.output);
    }
  });
});
