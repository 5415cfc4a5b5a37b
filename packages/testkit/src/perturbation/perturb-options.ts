import type { DisturbanceName } from "./disturbance.ts";

/** How far a perturbation has come. */
export interface PerturbationProgress {
  /** The name of the scenario. */
  readonly scenario: string;
  /** Runs that have ended. */
  readonly done: number;
  /** Runs that are known of by now. */
  readonly all: number;
  /** Runs that came to another end. */
  readonly divergences: number;
}

/** Options of {@link perturb}. */
export interface PerturbOptions {
  /** Only these ways to disturb the world. Default: all. */
  readonly only?: readonly DisturbanceName[];
  /** How many pairs of disturbances are tried in addition. Default: 0. */
  readonly pairs?: number;
  /** What the pairs are drawn by. Default: 1. */
  readonly seed?: number;
  /** Only this schedule, as a failure prints it. */
  readonly schedule?: string;
  /** Of many schedules, only the first ones, evenly spread. Default: all. */
  readonly atMost?: number;
  /** Whether no further run begins once one has come to another end. Default: false, to know them all. */
  readonly stopAtFirst?: boolean;
  /** Called after each run. */
  readonly onProgress?: (progress: PerturbationProgress) => void;
  /** Ends it before the next run. */
  readonly signal?: AbortSignal;
  /** How many runs go on at a time, each in a world of its own. Default: 4. */
  readonly runsAtOnce?: number;
}
