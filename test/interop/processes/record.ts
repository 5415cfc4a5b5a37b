import path from "node:path";
import type { CoreCaseReport } from "@capstan/testkit";
import type { Divergence } from "@capstan/testkit/perturbation";

/** The record of the runs. */
export const recordFile = path.join(import.meta.dirname, "record.json");

/** The results of disturbing a manager in one way. */
export interface RecordedRun {
  /** How often it writes undisturbed. */
  readonly writes: number;
  readonly runs: number;
  readonly notReached: number;
  readonly seconds: number;
  readonly divergences: readonly Divergence[];
}

/** How one case of a core went: what was seen is in the report of the run. */
export type RecordedCase = Pick<CoreCaseReport, "expected" | "sources" | "verdict">;

/** By the names of scenarios, cores and ways. */
export interface ProcessRecord {
  readonly runs: Record<string, Record<string, RecordedRun>>;
  readonly cores: Record<string, readonly RecordedCase[]>;
}
