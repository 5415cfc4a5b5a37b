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

/** Whether it is converted, as it is or with a warning, or refused: how often something is found may differ. */
function verdictOf(severities: readonly string[]): string {
  return severities.includes("error") ? "refused" : severities.includes("warning") ? "warned about" : "converted";
}

describe("what Flatcar's transpiler makes of a Container Linux Config is made of it here:", () => {
  test.each(answers)("%s", (text, go) => {
    const { config, findings } = convertContainerLinuxConfig(text);
    const verdict = verdictOf(go.findings ?? []);
    expect(verdictOf(findings.map(({ severity }) => severity))).toBe(verdict);
    if (verdict !== "refused") expect(JSON.parse(JSON.stringify(config))).toEqual(go.config);
  });
});
