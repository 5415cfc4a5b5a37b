import { describe, test } from "vitest";
import { listCorrect } from "@capstan/harness/faults";
import { casesFor, titleOfCase } from "../../src/conformance/cases/rule-cases.ts";
import { tryRule } from "../../src/conformance/try-rule.ts";
import { correctRawProviders } from "./raw/correct-providers.ts";
import { immutableTemplates } from "./raw/faulty-templates.ts";

for (const { name, subject } of [
  ...correctRawProviders,
  { name: "RawMachine whose Templates are immutable", subject: immutableTemplates },
]) {
  describe(`a hand-written ${name} fulfills the provider contract`, () => {
    for (const found of casesFor(subject.definition)) {
      test(titleOfCase(found), async (context) => {
        listCorrect(context, `hand-written ${name}, on ${found.holding.join(", ")}`);
        await tryRule(subject, found, "embedded");
      });
    }
  });
}
