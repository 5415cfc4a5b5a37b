import { describe, test } from "vitest";
import { listCorrect } from "../../../../test/seeded-faults/seeded-fault.ts";
import { casesFor } from "../../src/conformance/describe-provider-contract.ts";
import { Scene } from "../../src/conformance/scene.ts";
import { correctRawProviders } from "./raw/correct-providers.ts";

for (const { name, subject } of correctRawProviders) {
  describe(`a hand-written ${name} keeps the provider contract`, () => {
    for (const { holding, sentence, run } of casesFor(subject.definition)) {
      test(`${holding.join(", ")}: ${sentence}`, async (context) => {
        listCorrect(context, `hand-written ${name}: ${holding.join(", ")}`);
        await using scene = await Scene.start(subject, "embedded");
        await run(scene);
      });
    }
  });
}
