// npm run soak
import process from "node:process";
import { inspect } from "node:util";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { runSoak, type SoakResult } from "./soak/run.ts";

const command = script(
  "Runs seeded scenarios, each with a separate server, managers and a Cluster, which is created, scaled, rolled and deleted. Meanwhile, requests " +
    "fail, responses are lost, rivals write, watches break and managers are killed.",
  "To repeat a failed seed, pass --runs 1 --seed and its number. Exits with 1 if a run failed.",
)
  .option("--runs <number>", "number of runs", wholeNumber(1), 50)
  .option("--seed <number>", "seed of the first run", wholeNumber(0), 1)
  .option("--parallel <number>", "runs at a time", wholeNumber(1), 6)
  .option("--patience-seconds <number>", "timeout for the desired state of a Cluster", wholeNumber(1), 180)
  .option(...jsonOption);
const { runs, seed: first, parallel, json, patienceSeconds } = optionsOf(command);

const startedAt = performance.now();
const results: SoakResult[] = [];
const seeds = Array.from({ length: runs }, (_, index) => first + index);
// Most of a run is waiting, so several runs are concurrent.
await Promise.all(Array.from({ length: parallel }, runNext));
const failures = results.filter(({ problems }) => problems.length > 0);
const summary = {
  seeds: `${first}-${first + runs - 1}`,
  runs,
  converged: runs - failures.length,
  failedSeeds: failures.map(({ seed }) => seed).sort((left, right) => left - right),
  seconds: Math.round((performance.now() - startedAt) / 1_000),
  requests: sum(({ requests }) => requests),
  machines: sum(({ machines }) => machines),
  kills: sum(({ kills }) => kills),
  compactions: sum(({ compactions }) => compactions),
  faults: byKind(({ faults }) => faults),
};
process.stdout.write(json ? `${JSON.stringify(summary)}\n` : `${inspect(summary, { breakLength: 120 })}\n`, () => {
  // Reconciles of killed managers may still wait for responses.
  process.exit(failures.length === 0 ? 0 : 1);
});

async function runNext(): Promise<void> {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    const begun = seed;
    const options = { patienceMs: patienceSeconds * 1_000 };
    const result = await runSoak(begun, options).catch((error: unknown) => failed(begun, error));
    results.push(result);
    process.stderr.write(`[${results.length}/${runs}] ${describe(result)}\n`);
    if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  }
}

function sum(of: (result: SoakResult) => number): number {
  return results.reduce((total, result) => total + of(result), 0);
}

function byKind(of: (result: SoakResult) => Readonly<Record<string, number>>): Record<string, number> {
  const kinds = [...new Set(results.flatMap((result) => Object.keys(of(result))))].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, sum((result) => of(result)[kind] ?? 0)]));
}

function describe({ seed, seconds, problems, report, requests, faults, kills }: SoakResult): string {
  const count = Object.values(faults).reduce((left, right) => left + right, 0);
  const outcome = problems.length === 0 ? "converged" : `FAILED\n  ${[...problems, ...report].join("\n  ")}`;
  return `seed ${seed}: ${seconds} s, ${requests} requests, ${count} faults, ${kills} kills: ${outcome}`;
}

function failed(seed: number, error: unknown): SoakResult {
  const nothing = { seconds: 0, stageSeconds: {}, requests: 0, faults: {}, machines: 0, kills: 0 };
  return { ...nothing, seed, problems: [inspect(error)], report: [], compactions: 0 };
}
