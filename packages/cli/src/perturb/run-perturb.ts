import process from "node:process";
import { ArgumentError, isCapstanError } from "@capstan/kube";
import {
  type DisturbanceName,
  disturbanceNames,
  findDivergences,
  type PerturbationReport,
  type PerturbOptions,
  type Scenario,
} from "@capstan/testkit/perturbation";
import { loadModule } from "../module/load-module.ts";
import { reportFailure } from "../terminal/failure.ts";
import { interruption } from "../terminal/interruption.ts";
import { liveLine } from "../terminal/progress.ts";
import { renderReports } from "./render-reports.ts";
import { scenariosIn } from "./scenarios-in.ts";

/** Options of `capstan perturb`. */
export interface PerturbCommandOptions {
  readonly scenario?: string;
  readonly only?: readonly string[];
  readonly pairs: number;
  readonly seed: number;
  readonly schedule?: string;
  readonly list: boolean;
  readonly json: boolean;
}

/** @returns the exit status: 0 all came to the same end, 1 one did not, 2 there is nothing to run, 130 interrupted. */
export async function runPerturb(module: string, options: PerturbCommandOptions): Promise<number> {
  let scenarios: readonly Scenario[];
  let ways: readonly DisturbanceName[];
  try {
    ways = waysOf(options.only);
    scenarios = scenariosIn(await loadModule(module), options.scenario);
  } catch (error) {
    reportFailure("perturb", error);
    return 2;
  }
  using interrupted = interruption();
  try {
    const reports: PerturbationReport[] = [];
    for (const scenario of scenarios)
      reports.push(await perturbOne(scenario, { ...options, only: ways }, interrupted.signal));
    process.stdout.write(
      `${options.json ? JSON.stringify({ scenarios: reports }, undefined, 2) : renderReports(reports, { module, list: options.list })}\n`,
    );
    return reports.some(({ divergences }) => divergences.length > 0) ? 1 : 0;
  } catch (error) {
    if (interrupted.signal.aborted) return 130;
    reportFailure("perturb", error);
    return isCapstanError(error, "ArgumentInvalid") ? 2 : 1;
  }
}

async function perturbOne(
  scenario: Scenario,
  { only, pairs, seed, schedule, list }: PerturbCommandOptions & { readonly only: readonly DisturbanceName[] },
  signal: AbortSignal,
): Promise<PerturbationReport> {
  using line = liveLine();
  line.show(`${scenario.name}: undisturbed`);
  const options: PerturbOptions = {
    only,
    ...(schedule === undefined ? {} : { schedule }),
    ...(list ? { atMost: 0 } : {}),
    pairs: list ? 0 : pairs,
    seed,
    signal,
    onProgress: ({ done, all, divergences }) => {
      line.show(`${scenario.name}: ${done} of ${all} runs, ${divergences} came to another end`);
    },
  };
  try {
    return await findDivergences(scenario, options);
  } catch (error) {
    if (isCapstanError(error, "PerturbationDiverged") && "report" in error) return error.report as PerturbationReport;
    throw error;
  }
}

/** @throws ArgumentError there is no such way to disturb the world. */
function waysOf(given: readonly string[] = disturbanceNames): readonly DisturbanceName[] {
  const unknown = given.filter((name) => !disturbanceNames.some((known) => known === name));
  if (unknown.length > 0) {
    throw new ArgumentError(
      `--only ${unknown.join(", ")}: the ways to disturb the world are ${disturbanceNames.join(", ")}`,
    );
  }
  return disturbanceNames.filter((name) => given.includes(name));
}
