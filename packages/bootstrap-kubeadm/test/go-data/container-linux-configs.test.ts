import { describe, expect, test } from "vitest";
import { convertContainerLinuxConfig } from "../../src/container-linux-config/convert.ts";
import { keptAnswers } from "./kept-answers.ts";

interface Answer {
  readonly containerLinuxConfig: string;
  readonly go: { readonly config?: unknown; readonly findings?: readonly string[] };
}

const answers = keptAnswers<Answer>("container-linux-configs").map(
  ({ containerLinuxConfig: text, go }) => [text, go] as const,
);

/** Whether the config is converted, with or without a warning, or rejected; the number of findings may differ. */
function verdictOf(severities: readonly string[]): string {
  return severities.includes("error") ? "refused" : severities.includes("warning") ? "warned about" : "converted";
}

describe("a Container Linux Config is converted as by Flatcar's transpiler:", () => {
  test.each(answers)("%s", (text, go) => {
    const { config, findings } = convertContainerLinuxConfig(text);
    const verdict = verdictOf(go.findings ?? []);
    expect(verdictOf(findings.map(({ severity }) => severity))).toBe(verdict);
    if (verdict !== "refused") expect(JSON.parse(JSON.stringify(config))).toEqual(go.config);
  });
});
