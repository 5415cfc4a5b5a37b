import path from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";
import { handMade } from "./hand-made.ts";
import { mutated } from "./hand-made-mutant.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The variable with the number of the mutant. */
export const mutantVariable = "CAPSTAN_HAND_MADE_MUTANT";
const mutant = handMade[Number(process.env[mutantVariable])];

/** The project's Vitest configuration, with one mutant in the sources, until the first test fails. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  plugins: [
    {
      name: "hand-made-mutant",
      enforce: "pre",
      transform(code, id) {
        return mutant !== undefined && id === path.join(root, mutant.file) ? mutated(mutant, code) : undefined;
      },
    },
  ],
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    fsModuleCache: false,
    testTimeout: 20_000,
  },
});
