// npm run perturb:processes: the Go kubeadm bootstrap manager, the Go core, and ours as processes, disturbed at their writes, and the cores
// under conformance. -- --points 12: of each way at all moments only as many; --scenario NAME; --record: what came of it is kept in
// record.json, of which docs/go-managers.md is made. Needs CAPSTAN_CLUSTER_API_ASSETS.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type CoreCaseReport, runCoreConformance, upstreamCRDs } from "@capstan/testkit";
import { type DisturbanceName, findProcessDivergences, type ProcessScenario } from "@capstan/testkit/perturbation";
import { goAvailable, goManager, ownManager } from "./managers.ts";
import { type ProcessRecord, type RecordedCase, type RecordedRun, recordFile } from "./record.ts";
import { scenarios } from "./scenarios.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: {
    scenario: text,
    only: { ...text, multiple: true },
    points: text,
    parallel: text,
    record: flag,
    core: flag,
  },
});
const usual: readonly string[] = [
  "crash-before",
  "crash-after",
  "answer-409",
  "answer-429",
  "answer-500",
  "lose-answer",
];

if (!goAvailable) {
  process.stderr.write("Set CAPSTAN_CLUSTER_API_ASSETS to a folder with the Go managers: see CONTRIBUTING.md\n");
  process.exit(2);
}

const kept: ProcessRecord = existsSync(recordFile)
  ? (JSON.parse(readFileSync(recordFile, "utf8")) as ProcessRecord)
  : { runs: {}, cores: {} };
if (values.core) {
  const ofGo = await runCoreConformance({ provider: goManager("core-manager"), crds: upstreamCRDs("core") });
  const ofUs = await runCoreConformance({ provider: ownManager("core-controllers") });
  kept.cores["Go core"] = ofGo.map(recorded);
  kept.cores["core controllers of this repository"] = ofUs.map(recorded);
  save();
} else {
  for (const scenario of scenarios.filter(({ name }) => values.scenario === undefined || values.scenario === name)) {
    for (const way of values.only ?? usual) await disturb(scenario, way as DisturbanceName);
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
    runsAtOnce: Number(values.parallel ?? 2),
    ...(values.points === undefined ? {} : { atMost: Number(values.points) }),
  });
  const seconds = Math.round(durationMs / 1_000);
  const run: RecordedRun = { writes: points.length, runs, notReached, seconds, divergences: [...divergences] };
  process.stdout.write(`${scenario.name}, ${way}: ${JSON.stringify(run, undefined, 2)}\n`);
  kept.runs[scenario.name] = { ...kept.runs[scenario.name], [way]: run };
  save();
}

function save(): void {
  if (values.record) writeFileSync(recordFile, `${JSON.stringify(kept, undefined, 2)}\n`);
  process.stdout.write(`kept in ${path.basename(recordFile)}: ${String(values.record)}\n`);
}
