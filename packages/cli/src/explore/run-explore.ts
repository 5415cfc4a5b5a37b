import { isCapstanError } from "@capstan/kube";
import { type Exploration, type ExplorationReport, explore } from "@capstan/testkit/exploration";
import { loadModule } from "../module/load-module.ts";
import { type RunContext, runExports } from "../module/run-exports.ts";
import { explorationsIn } from "./explorations-in.ts";
import { renderExplorations } from "./render-explorations.ts";

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
