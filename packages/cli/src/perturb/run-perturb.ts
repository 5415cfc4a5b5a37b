import { ArgumentError, isCapstanError, isJsonObject } from "@capstan/kube";
import {
  type DisturbanceName,
  disturbanceNames,
  findDivergences,
  findProcessDivergences,
  type PerturbationReport,
  type PerturbOptions,
  divergenceText,
  type ProcessScenario,
  type Scenario,
} from "@capstan/testkit/perturbation";
import { loadModule } from "../module/load-module.ts";
import { type RunContext, runExports } from "../module/run-exports.ts";
import { scenarioOfObjects } from "./scenario-of-objects.ts";
import { seconds, withFirstColumn } from "../terminal/columns.ts";
import { hasNameAndWorld, namedExports } from "../module/named-exports.ts";

/** Options of `capstan perturb`. */
export interface PerturbCommandOptions {
  readonly provider?: string;
  readonly crds?: readonly string[];
  readonly objects?: readonly string[];
  readonly watches?: string;
  readonly within?: number;
  readonly quiet?: number;
  readonly parallel?: number;
  readonly points?: number;
  readonly scenario?: string;
  readonly only?: readonly string[];
  readonly pairs: number;
  readonly seed: number;
  readonly schedule?: string;
  readonly list: boolean;
  readonly json: boolean;
}

/** @returns the exit status: 0 all runs had the same result, 1 some did not, 2 there is nothing to run, 130 interrupted. */
export function runPerturb(module: string | undefined, options: PerturbCommandOptions): Promise<number> {
  return runExports({
    command: "perturb",
    load: () => {
      waysOf(options.only);
      return scenariosOf(module, options);
    },
    run: (scenario, context) => perturbOne(scenario, options, context),
    render: (reports) =>
      options.json
        ? JSON.stringify({ scenarios: reports }, undefined, 2)
        : renderReports(reports, { command: commandOf(module, options), list: options.list }),
    isBad: ({ divergences }) => divergences.length > 0,
  });
}

async function scenariosOf(
  module: string | undefined,
  options: PerturbCommandOptions,
): Promise<readonly AnyScenario[]> {
  if (module === undefined) return [await scenarioOfObjects(options)];
  const scenarios = scenariosIn(await loadModule(module), options.scenario);
  const { provider } = options;
  if (provider === undefined) return scenarios;
  const replaced = scenarios.filter(isOfProcess).map((scenario) => ({ ...scenario, provider }));
  if (replaced.length > 0) return replaced;
  throw new ArgumentError("--provider: the module has no scenario of a manager in a separate process");
}

/** The command that repeats a run, without the options that select the run. */
function commandOf(
  module: string | undefined,
  { provider, crds = [], objects = [], watches }: PerturbCommandOptions,
): string {
  const words = [
    ...(module === undefined ? [] : [module]),
    ...(provider === undefined ? [] : ["--provider", `'${provider}'`]),
    ...(crds.length === 0 ? [] : ["--crds", ...crds]),
    ...(objects.length === 0 ? [] : ["--objects", ...objects]),
    ...(watches === undefined ? [] : ["--watches", watches]),
  ];
  return ["capstan perturb", ...words].join(" ");
}

async function perturbOne(
  scenario: AnyScenario,
  { only, pairs, seed, schedule, list, points, ...given }: PerturbCommandOptions,
  { signal, show }: RunContext,
): Promise<PerturbationReport> {
  show(`${scenario.name}: undisturbed`);
  const options: PerturbOptions = {
    only: waysOf(only),
    ...(schedule === undefined ? {} : { schedule }),
    ...(list ? { atMost: 0 } : points === undefined ? {} : { atMost: points }),
    pairs: list ? 0 : pairs,
    seed,
    signal,
    onProgress: ({ done, all, divergences }) => {
      show(`${scenario.name}: ${done} of ${all} runs, ${divergences} with a different result`);
    },
  };
  try {
    if (!isOfProcess(scenario)) return await findDivergences(scenario, options);
    const { within: withinSeconds = 60, quiet: quietSeconds = 2, parallel: runsAtOnce = 1 } = given;
    return await findProcessDivergences(scenario, { ...options, withinSeconds, quietSeconds, runsAtOnce });
  } catch (error) {
    if (isCapstanError(error, "PerturbationDiverged") && "report" in error) return error.report as PerturbationReport;
    throw error;
  }
}

/** @throws ArgumentError a name is not a disturbance. */
function waysOf(given: readonly string[] = disturbanceNames): readonly DisturbanceName[] {
  const unknown = given.filter((name) => !disturbanceNames.some((known) => known === name));
  if (unknown.length > 0) {
    throw new ArgumentError(`--only ${unknown.join(", ")} is unknown; choose from ${disturbanceNames.join(", ")}`);
  }
  return disturbanceNames.filter((name) => given.includes(name));
}

/** Formats the reports for people: a line for each scenario, and then the runs with a different result. */
function renderReports(
  reports: readonly PerturbationReport[],
  { command, list }: { readonly command: string; readonly list: boolean },
): string {
  if (list)
    return reports
      .flatMap(({ scenario, points }) => [`${scenario}:`, ...points.map((point) => `  ${point}`)])
      .join("\n");
  const lines = withFirstColumn(
    reports.map(({ scenario, points, runs, notReached, divergences, durationMs }) => [
      scenario,
      `${points.length} points`,
      `${runs} runs${notReached === 0 ? "" : ` (${notReached} ended before)`}`,
      `${divergences.length} divergences`,
      seconds(durationMs),
    ]),
  );
  const found = reports.filter(({ divergences }) => divergences.length > 0);
  return [...lines, ...found.flatMap((report) => ["", divergenceText(report, command)])].join("\n");
}

/** A scenario of reconcilers in this process, or of a manager in a separate process. */
type AnyScenario = ProcessScenario | Scenario;

/** Whether the manager is a separate process. */
function isOfProcess(scenario: AnyScenario): scenario is ProcessScenario {
  return "provider" in scenario;
}

/**
 * The scenarios among a module's exports, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError there is no scenario, or none of that name.
 */
function scenariosIn(exported: unknown, only?: string): readonly AnyScenario[] {
  const form = "an object with name, prepare (or provider) and steps";
  return namedExports(exported, { noun: "scenario", form, isOne: isScenario }, only);
}

function isScenario(value: unknown): value is AnyScenario {
  if (!isJsonObject(value) || !isJsonObject(value.steps)) return false;
  return hasNameAndWorld(value) || (typeof value.name === "string" && typeof value.provider === "string");
}
