import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";
import { sourceFile } from "../modules/decision-modules.ts";
import { type FoundMutant, findMutants } from "../mutants/find-mutants.ts";
import { instrument } from "../mutants/instrument.ts";
import { type Plan, planVariable } from "./plan.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const plan = JSON.parse(readFileSync(process.env[planVariable] ?? "", "utf8")) as Plan;

/** The project's Vitest configuration with one worker, all mutants behind their switches, and the runner that tries them. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  plugins: [{ name: "mutants", enforce: "pre", transform: mutated() }],
  test: {
    runner: path.join(import.meta.dirname, "mutation-runner.ts"),
    include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    isolate: false,
    // The cache of other runs has other mutants, or none.
    fsModuleCache: true,
    fsModuleCachePath: path.join(path.dirname(plan.events), "modules"),
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { concurrent: false },
    testTimeout: plan.timeoutMs,
    hookTimeout: 10_000,
    dangerouslyIgnoreUnhandledErrors: true,
    env: { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node") },
  },
});

function mutated(): (code: string, id: string) => string | undefined {
  const sources = new Map<string, string>();
  let next = 0;
  for (const name of plan.modules) {
    const file = sourceFile(name);
    const mutants = findMutants(file);
    const numbers = new Map<FoundMutant, number>(mutants.map((mutant) => [mutant, next++]));
    sources.set(
      path.join(root, name),
      instrument(file, mutants, (mutant) => numbers.get(mutant) ?? -1),
    );
  }
  return (_code, id) => sources.get(id);
}
