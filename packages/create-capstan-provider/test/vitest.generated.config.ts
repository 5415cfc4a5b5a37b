import { defineConfig } from "vitest/config";

/** For the tests of generated projects, which run on the sources of the workspace, as its own tests do, with the time limit of theirs. */
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});
