// npm run perturb -- processes
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { optionsOf, refuse, script, wholeNumber } from "@capstan/harness/script";
import { type CoreCaseReport, runCoreConformance, upstreamCRDs } from "@capstan/testkit";
import { type DisturbanceName, findProcessDivergences, type ProcessScenario } from "@capstan/testkit/perturbation";
import { goAvailable, goManager, ownManager } from "./managers.ts";
import { type ProcessRecord, type RecordedCase, type RecordedRun, recordFile } from "./record.ts";
import { scenarios } from "./scenarios.ts";

const usual: readonly string[] = [
  "crash-before",
  "crash-after",
  "answer-409",
  "answer-429",
  "answer-500",
  "lose-answer",
];

const command = script(
  "Disturbs the Go kubeadm bootstrap manager, the Go core and Capstan's managers at their writes, as processes.",
  "Needs CAPSTAN_CLUSTER_API_ASSETS.",
)
  .option("--scenario <name>", `one of ${scenarios.map(({ name }) => name).join(", ")} (default: all)`)
  .option("--only <ways...>", "kinds of disturbance", [...usual])
  .option("--points <number>", "moments of each kind, evenly spread (default: all)", wholeNumber(1))
  .option("--parallel <number>", "runs at a time", wholeNumber(1), 2)
  .option("--record", "write the results to record.json, the source of docs/go-managers.md", false)
  .option("--core", "run the conformance suite on the cores instead", false);
const flags = optionsOf(command);
if (!goAvailable) refuse("Set CAPSTAN_CLUSTER_API_ASSETS to a folder with the Go managers: see test/README.md");

const kept: ProcessRecord = existsSync(recordFile)
  ? (JSON.parse(readFileSync(recordFile, "utf8")) as ProcessRecord)
  : { runs: {}, cores: {} };
if (flags.core) {
  const ofGo = await runCoreConformance({ provider: goManager("core-manager"), crds: upstreamCRDs("core") });
  const ofUs = await runCoreConformance({ provider: ownManager("core-controllers") });
  kept.cores["Go core"] = ofGo.map(recorded);
  kept.cores["core controllers of this repository"] = ofUs.map(recorded);
  save();
} else {
  for (const scenario of scenarios.filter(({ name }) => flags.scenario === undefined || flags.scenario === name)) {
    for (const way of flags.only) await disturb(scenario, way as DisturbanceName);
  }
}
process.exit();

function recorded({ expected, sources, verdict }: CoreCaseReport): RecordedCase {
  return { expected, sources, verdict };
}

async function disturb(scenario: ProcessScenario, way: DisturbanceName): Promise<void> {
  const { points, runs, notReached, divergences, durationMs } = await findProcessDivergences(scenario, {
    only: [way],
    quietSeconds: 1,
    withinSeconds: 120,
    runsAtOnce: flags.parallel,
    ...(flags.points === undefined ? {} : { atMost: flags.points }),
  });
  const seconds = Math.round(durationMs / 1_000);
  const run: RecordedRun = { writes: points.length, runs, notReached, seconds, divergences: [...divergences] };
  process.stdout.write(`${scenario.name}, ${way}: ${JSON.stringify(run, undefined, 2)}\n`);
  kept.runs[scenario.name] = { ...kept.runs[scenario.name], [way]: run };
  save();
}

function save(): void {
  if (flags.record) writeFileSync(recordFile, `${JSON.stringify(kept, undefined, 2)}\n`);
  process.stdout.write(`kept in ${path.basename(recordFile)}: ${String(flags.record)}\n`);
}
