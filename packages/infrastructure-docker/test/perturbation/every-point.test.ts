import { type DisturbanceName, findDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { dockerPool } from "./pool-scenario.ts";

const disturbances: readonly DisturbanceName[] = [
  "crash-before",
  "crash-after",
  "lose-answer",
  "cloud-refuses",
  "cloud-times-out",
  "crash-after-call",
];

test.each(disturbances)(
  "a pool of containers has nothing twice and leaves nothing behind after %s, at any write or call",
  { timeout: 1_800_000 },
  async (name) => {
    const { divergences, runs, notReached } = await findDivergences(dockerPool, { only: [name] });
    expect(divergences).toEqual([]);
    // How often the engine is asked depends on the order of events.
    expect(notReached).toBeLessThan(runs / 2);
  },
);
