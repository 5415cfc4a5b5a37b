import process from "node:process";
import { drawnRuns } from "@capstan/harness/night";
import { expect, test } from "vitest";
import { playInterleaving, type Problems } from "./interleaving.ts";

const count = Number(process.env.CAPSTAN_INTERLEAVINGS ?? drawnRuns({ sample: 2_000, all: 10_000 }));

test(`no address is given twice and none is lost, in ${count} interleavings of two managers that crash`, async () => {
  const found: Record<number, Problems> = {};
  for (let seed = 1; seed <= count; seed += 1) {
    const problems = await playInterleaving(seed);
    if (problems.length > 0) found[seed] = problems;
  }
  expect(found).toEqual({});
});
