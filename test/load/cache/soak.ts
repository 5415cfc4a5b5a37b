// npm run soak -- cache
import process from "node:process";
import { inspect } from "node:util";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { RealApiServer } from "@capstan/testkit";
import { soakCache } from "./parts/run.ts";

const command = script(
  "A cache watches ConfigMaps of a real API server that change fifty times per second. Meanwhile, its connections are cut and held, and the " +
    "server is killed. Every half minute, the script compares the cache with the server.",
  "Needs KUBEBUILDER_ASSETS. Exits with 1 on any difference, and if the final heap is not within 5 % of the initial heap.",
)
  .option("--minutes <number>", "duration, at least 3", wholeNumber(3), 10)
  .option("--seed <number>", "seed of the faults", wholeNumber(0), 1)
  .option(...jsonOption);
const flags = optionsOf(command);
const secondsEach = 30;
const checkpoints = Math.max(6, Math.round((flags.minutes * 60) / secondsEach));

await using server = await RealApiServer.start();
const restart = (): Promise<void> => server.restart();
let passed = 0;
const result = await soakCache(
  { kubeconfig: server.kubeconfig, restart },
  {
    seed: flags.seed,
    checkpoints,
    secondsEach,
    population: 1_000,
    onCheckpoint: ({ differences, seconds, heapMiB = NaN }) => {
      passed += 1;
      const found = differences.length === 0 ? "equal" : `${differences.length} differences`;
      process.stderr.write(
        `[${passed}/${checkpoints}] ${found} after ${seconds.toFixed(1)} s, heap ${heapMiB.toFixed(1)} MiB\n`,
      );
    },
  },
);

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const heaps = result.checkpoints.map(({ heapMiB = NaN }) => heapMiB);
const third = Math.floor(heaps.length / 3);
const [first, last] = [median(heaps.slice(0, third)), median(heaps.slice(-third))];
const growth = (last - first) / first;
const summary = {
  ...result,
  checkpoints: result.checkpoints.length,
  differences: result.checkpoints.flatMap((each) => each.differences).length,
  slowestSeconds: Math.max(...result.checkpoints.map(({ seconds }) => seconds)),
  heapMiB: heaps.map((each) => Math.round(each * 10) / 10),
  growthPercent: Math.round(growth * 1_000) / 10,
};
process.stdout.write(flags.json ? `${JSON.stringify(summary)}\n` : `${inspect(summary, { breakLength: 120 })}\n`);
// Without --expose-gc there is no heap to compare, which is a failure.
process.exitCode = summary.differences === 0 && Math.abs(growth) <= 0.05 ? 0 : 1;
