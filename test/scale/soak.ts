/**
 * `npm run soak -- --runs 50 --seed 1`: seeded runs, each with a server, managers and a Cluster of its own that is created, scaled,
 * rolled and deleted while requests fail, answers are lost, rivals write, watches break and managers are killed. A seed that
 * failed is run again alone with `--runs 1 --seed <it>`.
 */
import process from "node:process";
import { inspect, parseArgs } from "node:util";
import { runSoak, type SoakResult } from "./soak/run.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
  },
});
const [runs, first, parallel] = [values.runs, values.seed, values.parallel].map(Number) as [number, number, number];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(first))
  throw new Error("--runs and --seed take whole numbers.");

const results: SoakResult[] = [];
const seeds = Array.from({ length: runs }, (_, index) => first + index);
// Most of a run is waiting, so that some of them go well side by side.
await Promise.all(Array.from({ length: parallel }, runNext));
const failures = results.filter(({ problems }) => problems.length > 0);
const sum = (of: (result: SoakResult) => number): number => results.reduce((total, result) => total + of(result), 0);
const summary = {
  runs,
  converged: runs - failures.length,
  failedSeeds: failures.map(({ seed }) => seed).sort((left, right) => left - right),
  requests: sum(({ requests }) => requests),
  faults: sum(({ faults }) => Object.values(faults).reduce((left, right) => left + right, 0)),
  kills: sum(({ kills }) => kills),
  compactions: sum(({ compactions }) => compactions),
};
process.stdout.write(`${JSON.stringify(summary)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    const begun = seed;
    const result = await runSoak(begun).catch((error: unknown) => failed(begun, error));
    results.push(result);
    process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : `${describe(result)}\n`);
  }
}

function describe({ seed, seconds, problems, requests, faults, kills }: SoakResult): string {
  const count = Object.values(faults).reduce((left, right) => left + right, 0);
  const outcome = problems.length === 0 ? "converged" : `FAILED\n  ${problems.join("\n  ")}`;
  return `seed ${seed}: ${seconds} s, ${requests} requests, ${count} faults, ${kills} kills: ${outcome}`;
}

function failed(seed: number, error: unknown): SoakResult {
  const problem = inspect(error);
  return { seed, seconds: 0, stageSeconds: {}, problems: [problem], requests: 0, faults: {}, kills: 0, compactions: 0 };
}
