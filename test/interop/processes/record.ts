import path from "node:path";
import type { CoreCaseReport } from "@capstan/testkit";
import type { Divergence } from "@capstan/testkit/perturbation";

/** The record of the runs. */
export const recordFile = path.join(import.meta.dirname, "record.json");

/** The results of disturbing a manager in one way. */
export interface RecordedRun {
  /** The number of its writes without disturbance. */
  readonly writes: number;
  readonly runs: number;
  readonly notReached: number;
  readonly seconds: number;
  readonly divergences: readonly Divergence[];
}

/** The result of one case of a core: details are in the report of the run. */
export type RecordedCase = Pick<CoreCaseReport, "expected" | "sources" | "verdict">;

/** By the names of scenarios, cores and disturbances. */
export interface ProcessRecord {
  readonly runs: Record<string, Record<string, RecordedRun>>;
  readonly cores: Record<string, readonly RecordedCase[]>;
}
