import { findDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { dockerPool } from "./pool-scenario.ts";

/** Out of hundreds: `every-point.test.ts` tries all. */
const atMost = 4;

test("a pool of containers has nothing twice and leaves nothing behind after a crash or a lost response", async () => {
  const only = ["crash-after", "crash-after-call", "cloud-times-out"] as const;
  const { divergences, runs } = await findDivergences(dockerPool, { only, atMost });
  expect(divergences).toEqual([]);
  expect(runs).toBe(atMost);
});
