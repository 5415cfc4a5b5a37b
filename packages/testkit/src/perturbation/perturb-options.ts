import type { DisturbanceName } from "./disturbance.ts";

/** The progress of a perturbation. */
export interface PerturbationProgress {
  /** The name of the scenario. */
  readonly scenario: string;
  /** The number of ended runs. */
  readonly done: number;
  /** The number of planned runs so far. */
  readonly all: number;
  /** The number of runs with a different result. */
  readonly divergences: number;
}

/** Options of {@link perturb}. */
export interface PerturbOptions {
  /** The ways to disturb the world. Default: all. */
  readonly only?: readonly DisturbanceName[];
  /** The number of pairs of disturbances to try in addition. Default: 0. */
  readonly pairs?: number;
  /** The seed that selects the pairs. Default: 1. */
  readonly seed?: number;
  /** Runs only this schedule, as printed by a failure. */
  readonly schedule?: string;
  /** The maximum number of schedules, evenly spread. Default: all. */
  readonly atMost?: number;
  /** Whether to stop after the first run with a different result. Default: false. */
  readonly stopAtFirst?: boolean;
  /** Called after each run. */
  readonly onProgress?: (progress: PerturbationProgress) => void;
  /** Ends the perturbation before the next run. */
  readonly signal?: AbortSignal;
  /** The number of concurrent runs, each in its own world. Default: 4. */
  readonly runsAtOnce?: number;
}
