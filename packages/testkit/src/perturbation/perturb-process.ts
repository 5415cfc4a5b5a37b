import { compareRuns } from "./compare-runs.ts";
import type { DisturbanceName } from "./disturbance.ts";
import type { PerturbOptions } from "./perturb-options.ts";
import { playScenario } from "./play-scenario.ts";
import type { ProcessScenario, RealTime } from "./process-scenario.ts";
import { ProcessStage } from "./process-stage.ts";
import type { PerturbationReport } from "./report.ts";

/** The ways to disturb a manager in a separate process, whose clock and cloud the suite does not control. */
const processWays: readonly DisturbanceName[] = [
  "crash-before",
  "crash-after",
  "answer-409",
  "answer-429",
  "answer-500",
  "lose-answer",
  "stale-cache",
  "skipped-events",
  "reconcile-again",
  "replaced-object",
];

/**
 * Like `findDivergences`, for a manager in a separate process, written in any language, in real time: it is killed and restarted, its
 * writes are refused, and its watches are delayed. Runs are sequential unless `runsAtOnce` is set.
 *
 * @throws PerturbationError the scenario fails without a disturbance.
 * @throws ArgumentError the manager writes nothing, or an option does not apply to a process.
 *
 * @example
 * <!-- no-run: starts a manager -->
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { findProcessDivergences, stepsOfObjects } from "@capstan/testkit/perturbation";
 *
 * const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as [];
 * const { runs, divergences } = await findProcessDivergences({
 *   name: "hello",
 *   provider: "bin/manager",
 *   crds: read("crds.json"),
 *   watches: "hellomachines",
 *   steps: stepsOfObjects(read("objects.json")),
 * });
 * console.log(`${divergences.length} of ${runs} runs end with a different result`);
 * ```
 */
export function findProcessDivergences(
  scenario: ProcessScenario,
  { quietSeconds, withinSeconds, ...options }: PerturbOptions & RealTime = {},
): Promise<PerturbationReport> {
  const time = {
    ...(quietSeconds === undefined ? {} : { quietSeconds }),
    ...(withinSeconds === undefined ? {} : { withinSeconds }),
  };
  const subject = {
    ...scenario,
    ways: processWays,
    run: async (...[schedule, reference]: Parameters<Parameters<typeof compareRuns>[0]["run"]>) => {
      await using stage = await ProcessStage.open(scenario, schedule, time);
      return await playScenario(stage, { ...scenario, schedule, reference });
    },
  };
  return compareRuns(subject, options);
}
