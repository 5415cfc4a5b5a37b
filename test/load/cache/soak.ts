/**
 * `npm run soak:cache`: for ten minutes a cache follows ConfigMaps of a real API server (KUBEBUILDER_ASSETS) that are changed fifty
 * times a second, while its connections are cut and held and the server is killed. Every half minute it is compared with the server.
 * Fails on any difference, and if the heap at the end is not within 5 % of that at the beginning.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { RealApiServer } from "@capstan/testkit";
import { soakCache } from "./parts/run.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const secondsEach = 30;
const checkpoints = Math.max(6, Math.round((Number(values.minutes) * 60) / secondsEach));

await using server = await RealApiServer.start();
const restart = (): Promise<void> => server.restart();
const options = { seed: Number(values.seed), checkpoints, secondsEach, population: 1_000 };
const result = await soakCache({ kubeconfig: server.kubeconfig, restart }, options);

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
process.stdout.write(`${JSON.stringify(summary)}\n`);
// Without --expose-gc there is no heap to compare, which is not a success.
process.exitCode = summary.differences === 0 && Math.abs(growth) <= 0.05 ? 0 : 1;
