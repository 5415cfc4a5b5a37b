import { defineConfig } from "vitest/config";

// Packages resolve to their sources through the `source` condition, so a test never runs on a stale build.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    // Searches all that each file's servers and managers tell for all secrets they have: npm run test:secrets.
    setupFiles: process.env.CAPSTAN_SECRET_GUARD === undefined ? [] : ["test/secret-guard/setup.ts"],
    // Vitest would leave one of two cores idle; much of a test's time is waiting for a server to start.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
