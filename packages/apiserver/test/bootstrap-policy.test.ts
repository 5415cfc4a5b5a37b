import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bootstrapPolicy } from "../../../build/bootstrap-policy.ts";

test.runIf(process.env.KUBEBUILDER_ASSETS)(
  "the roles and bindings that a server has from its beginning are what `npm run generate` writes",
  async () => {
    const written = readFileSync(new URL("../src/bootstrap/policy.generated.ts", import.meta.url), "utf8");
    expect(await bootstrapPolicy(), "Run npm run generate").toBe(written);
  },
);
