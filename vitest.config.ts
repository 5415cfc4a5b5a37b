import path from "node:path";
import { defineConfig } from "vitest/config";
import { patienceMs } from "./packages/harness/src/patience.ts";
import { LongestFirst } from "./test/run/longest-first.ts";
import { long, nightly } from "./test/run/suites.ts";

const mostMs = 300_000;
const isShuffled = process.argv.some((argument) => argument.startsWith("--sequence.shuffle"));

const all = ["packages/*/test/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"];

// Packages resolve to their sources through the `source` condition, so a test never runs on a stale build.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    projects: [
      { extends: true, test: { name: "tests", include: all, exclude: [...long, ...nightly, "**/node_modules/**"] } },
      { extends: true, test: { name: "long", include: [...long], exclude: [...nightly, "**/node_modules/**"] } },
      {
        extends: true,
        test: {
          name: "nightly",
          include: [...nightly],
          exclude: ["**/node_modules/**"],
          testTimeout: 3 * mostMs,
          hookTimeout: 3 * mostMs,
        },
      },
    ],
    // Searches all that each file's servers and managers tell for all secrets they have: npm run test:more -- secrets.
    setupFiles: process.env.CAPSTAN_SECRET_GUARD === undefined ? [] : ["test/run/secret-guard/setup.ts"],
    // A worker loads the packages once, not once a file: what their modules keep is of objects (WeakMap) or of pure functions.
    isolate: false,
    // More than the two cores that a small machine has: the tests of processes and of soaks mostly wait.
    maxWorkers: 3,
    // Vitest has a sequencer of its own for a random order, which one given here would displace.
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    // Commands that a test starts load the same files each time: Node need not strip and compile them again.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "node_modules/.cache/node") },
    // They end what hangs. No test depends on the speed of the machine.
    testTimeout: mostMs,
    hookTimeout: mostMs,
    expect: { poll: { timeout: patienceMs } },
  },
});
