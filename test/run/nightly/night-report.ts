import { commandOf, type NightRun } from "./night-runs.ts";

/** The result of a run, or the reason why it could not begin. */
export interface Outcome {
  readonly run: NightRun;
  readonly result: "passed" | "failed" | "skipped";
  readonly why?: string;
  readonly seconds: number;
}

/**
 * The last lines of a night: a line for each run, the commands that repeat failures, and the counts. A night without a passed run has
 * failed.
 */
export function nightReport(outcomes: readonly Outcome[]): {
  readonly lines: readonly string[];
  readonly isPassed: boolean;
} {
  const count = (result: Outcome["result"]): number => outcomes.filter((outcome) => outcome.result === result).length;
  const failed = outcomes.filter(({ result }) => result === "failed");
  const lines = [
    "",
    ...outcomes.map(lineOf),
    ...failed.map(({ run }) => `Repeat with: ${commandOf(run)}`),
    `${count("passed")} passed, ${count("failed")} failed`,
  ];
  return { lines, isPassed: failed.length === 0 && count("passed") > 0 };
}

function lineOf({ run, result, why, seconds }: Outcome): string {
  const detail = why === undefined ? "" : ` (${why})`;
  return `${result.padEnd(7)} ${run.name.padEnd(28)} ${String(seconds).padStart(6)} s${detail}`;
}
