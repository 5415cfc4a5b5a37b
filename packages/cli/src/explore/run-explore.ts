import { isCapstanError, isJsonObject } from "@capstan/kube";
import { type Exploration, type ExplorationReport, explore, findingsText } from "@capstan/testkit/exploration";
import { loadModule } from "../module/load-module.ts";
import { type RunContext, runExports } from "../module/run-exports.ts";
import { hasNameAndWorld, namedExports } from "../module/named-exports.ts";
import { seconds, withFirstColumn } from "../terminal/columns.ts";

/** Options of `capstan explore`. */
export interface ExploreCommandOptions {
  readonly exploration?: string;
  readonly atMost: number;
  readonly seed: number;
  readonly json: boolean;
}

/** @returns the exit status: 0 all changes are followed, 1 some are not, 2 there is nothing to explore, 130 interrupted. */
export function runExplore(module: string, options: ExploreCommandOptions): Promise<number> {
  return runExports({
    command: "explore",
    load: async () => explorationsIn(await loadModule(module), options.exploration),
    run: (exploration, context) => exploreOne(exploration, options, context),
    render: (reports) =>
      options.json ? JSON.stringify({ explorations: reports }, undefined, 2) : renderExplorations(reports),
    isBad: ({ findings }) => findings.length > 0,
  });
}

async function exploreOne(
  exploration: Exploration,
  { atMost, seed }: ExploreCommandOptions,
  { signal, show }: RunContext,
): Promise<ExplorationReport> {
  show(`${exploration.name}: with its first spec`);
  try {
    return await explore(exploration, {
      atMost,
      seed,
      signal,
      onProgress: ({ change, done, all }) => {
        show(`${exploration.name}: ${done} of ${all} changes; ${change}`);
      },
    });
  } catch (error) {
    if (isCapstanError(error, "SpecNotFollowed") && "report" in error) return error.report as ExplorationReport;
    throw error;
  }
}

/**
 * The explorations among a module's exports, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError there is no exploration, or none of that name.
 */
function explorationsIn(exported: unknown, only?: string): readonly Exploration[] {
  const form = "an object with name, definition, spec, prepare and create";
  return namedExports(exported, { noun: "exploration", form, isOne: isExploration }, only);
}

function isExploration(value: unknown): value is Exploration {
  return (
    hasNameAndWorld(value) &&
    isJsonObject(value.definition) &&
    isJsonObject(value.spec) &&
    typeof value.create === "function"
  );
}

/** Formats the reports for people: a line for each exploration, and then the changes that are not followed. */
function renderExplorations(reports: readonly ExplorationReport[]): string {
  const lines = withFirstColumn(
    reports.map(({ exploration, changes, refused, findings, durationMs }) => [
      exploration,
      `${changes.length} changes${refused === 0 ? "" : ` (${refused} refused)`}`,
      `${findings.length} not followed`,
      seconds(durationMs),
    ]),
  );
  const found = reports.filter(({ findings }) => findings.length > 0);
  return [...lines, ...found.flatMap((report) => ["", findingsText(report)])].join("\n");
}
