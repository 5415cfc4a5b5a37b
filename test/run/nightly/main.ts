// Runs the tests that take too long for each change, one after another, and ends with `N passed, N failed`.
import process from "node:process";
import { list, oneOf, optionsOf, script } from "@capstan/harness/script";
import { runMember } from "../../../build/commands/launcher/run-member.ts";
import { commandOf, nightOf, nightRuns, type NightRun, type Reference } from "./night-runs.ts";
import { nightReport, type Outcome } from "./night-report.ts";

const night = nightOf(Date.now());
const runs = nightRuns(night);
const names = runs.map(({ name }) => name);
const command = script(
  "Runs the long tests, suites, soaks and comparisons one after another. Each day uses different seeds.",
  `Exits with 1 if a run failed, or if no run could start. Runs whose reference build is missing are skipped.\n\n${listOf(runs)}`,
)
  .option("--only <names>", "runs separated by commas (default: all)", list(oneOf(names)), names)
  .option("--names", "print the names of the runs that can start here as JSON, and run nothing", false);
const flags = optionsOf(command);
const chosen = runs.filter(({ name }) => flags.only.includes(name));

// Flows run on the real server, too, and drawn cases have the seeds of the night.
process.env.CAPSTAN_NIGHTLY = String(night);
if (flags.names) {
  print(JSON.stringify(chosen.filter((run) => missingFor(run).length === 0).map(({ name }) => name)));
} else {
  const outcomes: Outcome[] = [];
  for (const run of chosen) outcomes.push(await outcomeOf(run));
  const { lines, isPassed } = nightReport(outcomes);
  for (const line of lines) print(line);
  process.exitCode = isPassed ? 0 : 1;
}

async function outcomeOf(run: NightRun): Promise<Outcome> {
  const missing = missingFor(run);
  if (missing.length > 0) return { run, result: "skipped", why: `${missing.join(" and ")} unset`, seconds: 0 };
  print(`\n== ${commandOf(run)}`);
  const since = performance.now();
  const ending = await runMember(run.family, run);
  const seconds = Math.round((performance.now() - since) / 1_000);
  if ("status" in ending && ending.status === 0) return { run, result: "passed", seconds };
  const why = "status" in ending ? `status ${ending.status}` : ending.signal;
  return { run, result: "failed", why, seconds };
}

function missingFor({ needs }: NightRun): Reference[] {
  return needs.filter((variable) => (process.env[variable] ?? "") === "");
}

function listOf(all: readonly NightRun[]): string {
  return all.map((run) => `  ${run.name.padEnd(28)} ${commandOf(run)}`).join("\n");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
