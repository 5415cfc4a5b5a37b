import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentOf } from "../../../build/real-server/generated-file.ts";
import { generatedFiles } from "../../../build/real-server/generated-files.ts";

test.runIf(process.env.KUBEBUILDER_ASSETS).each(generatedFiles)(
  "$what that a server has from its beginning are what `npm run generate` writes",
  async (generated) => {
    expect(await contentOf(generated), "Run npm run generate").toBe(readFileSync(generated.file, "utf8"));
  },
);
