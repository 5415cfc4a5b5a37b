import { type DisturbanceName, scheduleText } from "./disturbance.ts";
import type { Run } from "./play-scenario.ts";

/** A schedule under which a scenario has a different result. */
export interface Divergence {
  /** In the format of `--schedule`. */
  readonly schedule: string;
  /** The differences. */
  readonly problems: readonly string[];
}

/** The results of perturbing a scenario. */
export interface PerturbationReport {
  /** The name of the scenario. */
  readonly scenario: string;
  /** The disturbed writes and calls, as in an undisturbed run. */
  readonly points: readonly string[];
  /** The number of runs, without undisturbed ones. */
  readonly runs: number;
  /** The number of runs that ended before their disturbance could happen. */
  readonly notReached: number;
  /** The total duration, in milliseconds of the system clock. */
  readonly durationMs: number;
  /** The number of runs by disturbance; pairs count for both. */
  readonly counts: Partial<Readonly<Record<DisturbanceName, number>>>;
  /** The runs with a different result, each with its schedule. */
  readonly divergences: readonly Divergence[];
}

/** Summarizes the results of a scenario's runs. */
export function summarize({
  name,
  first,
  runs,
  durationMs,
}: {
  readonly name: string;
  readonly first: Run;
  readonly runs: readonly Run[];
  readonly durationMs: number;
}): PerturbationReport {
  const counts: Partial<Record<DisturbanceName, number>> = {};
  for (const { name: way } of runs.flatMap(({ schedule }) => schedule)) counts[way] = (counts[way] ?? 0) + 1;
  return {
    scenario: name,
    points: first.points.map(({ moment, at, text }) => `${moment} ${at}: ${text}`),
    runs: runs.length,
    notReached: runs.filter(({ isReached }) => !isReached).length,
    durationMs: Math.round(durationMs),
    counts,
    divergences: runs
      .filter(({ problems }) => problems.length > 0)
      .map(({ schedule, problems }) => ({ schedule: scheduleText(schedule), problems })),
  };
}

/** The maximum number of divergences that are described in full. */
const mostDescribed = 10;

/**
 * Formats the divergences for people, each with the command that repeats it.
 *
 * @param command - the command line, before its options.
 *
 * @example
 * ```ts
 * import { divergenceText } from "@capstan/testkit/perturbation";
 *
 * const divergences = [{ schedule: "crash after write 3", problems: ["outside: server of HelloMachine/m1: left over"] }];
 * const report = { scenario: "m1", points: [], runs: 12, notReached: 0, durationMs: 900, counts: {}, divergences };
 * console.log(divergenceText(report)); // "m1" ends with a different result in 1 of 12 runs: …
 * ```
 */
export function divergenceText(
  { scenario, divergences, runs }: PerturbationReport,
  command = "capstan perturb FILE",
): string {
  const described = divergences
    .slice(0, mostDescribed)
    .flatMap(({ schedule, problems }) => [
      "",
      schedule === "" ? "Undisturbed:" : `If one does this: ${schedule}`,
      ...problems.map((problem) => `  ${problem}`),
      ...(schedule === "" ? [] : [`  again: ${command} --scenario "${scenario}" --schedule "${schedule}"`]),
    ]);
  const more = divergences.length - mostDescribed;
  return [
    `"${scenario}" ends with a different result in ${divergences.length} of ${runs} runs:`,
    ...described,
    ...(more > 0 ? ["", `and in ${more} more`] : []),
  ].join("\n");
}
