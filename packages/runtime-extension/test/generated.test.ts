import { readFileSync } from "node:fs";
import { hasGo } from "@capstan/harness/has-go";
import { expect, test } from "vitest";
import { generatedHooks } from "../../../build/runtime-sdk/main.ts";

test.runIf(hasGo())(
  "the types and schemas of hooks are what `npm run generate` writes",
  async () => {
    const generated = await generatedHooks();
    expect(generated.size).toBeGreaterThan(0);
    for (const [url, text] of generated) {
      expect(readFileSync(new URL(url), "utf8"), `Run npm run generate: ${url}`).toBe(text);
    }
  },
  // Go compiles the API of Cluster API where it has not done so before.
  600_000,
);
