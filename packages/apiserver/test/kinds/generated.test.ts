import { readFileSync } from "node:fs";
import { hasGo } from "@capstan/harness/has-go";
import { expect, test } from "vitest";
import { generatedKinds } from "../../../../build/kinds/main.ts";

test.runIf(process.env.KUBEBUILDER_ASSETS !== undefined && hasGo())(
  "the tables of built-in kinds are what `npm run generate` writes",
  async () => {
    const generated = await generatedKinds();
    expect(generated.size).toBeGreaterThan(0);
    for (const [url, text] of generated) {
      expect(readFileSync(new URL(url), "utf8"), `Run npm run generate: ${url}`).toBe(text);
    }
  },
  // Go compiles the types of Kubernetes where it has not done so before.
  600_000,
);
