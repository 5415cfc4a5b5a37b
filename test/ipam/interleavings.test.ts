import process from "node:process";
import { drawnRuns, firstSeed } from "@capstan/harness/night";
import { expect, test } from "vitest";
import { playInterleaving, type Problems } from "./interleaving.ts";

const count = Number(process.env.CAPSTAN_INTERLEAVINGS ?? drawnRuns({ sample: 2_000, all: 10_000 }));
const first = firstSeed(1, count);

test(`no address is given twice and none is lost, in ${count} interleavings of two managers that crash, from seed ${first}`, async () => {
  const found: Record<number, Problems> = {};
  for (let seed = first; seed < first + count; seed += 1) {
    const problems = await playInterleaving(seed);
    if (problems.length > 0) found[seed] = problems;
  }
  expect(found).toEqual({});
});
