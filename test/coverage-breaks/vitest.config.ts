import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");

/** The usual vitest configuration, with one worker, for the runner of breaks, which adds the plugin that applies them. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/*.test.ts", "test/**/*.test.ts"],
    setupFiles: [path.join(import.meta.dirname, "broken-reads.ts")],
    isolate: false,
    maxWorkers: 1,
    fsModuleCache: true,
    fsModuleCachePath: path.join(root, "node_modules/.cache/breaks"),
    testTimeout: 60_000,
    hookTimeout: 90_000,
    env: { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node") },
  },
});
