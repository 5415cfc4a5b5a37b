import { ArgumentError } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import { differences, varyingFields } from "./difference.ts";
import { type DisturbanceName, disturbanceNames, parseSchedule, type Schedule, scheduleText } from "./disturbance.ts";
import { PerturbationError } from "./perturbation-error.ts";
import type { PerturbOptions } from "./perturb-options.ts";
import { pairSchedules, singleSchedules } from "./plan-schedules.ts";
import type { Reference, Run } from "./play-scenario.ts";
import { type PerturbationReport, summarize } from "./report.ts";

/** A subject that can be run repeatedly. */
export interface Repeatable {
  readonly name: string;
  readonly replaceable?: readonly string[];
  /** The supported disturbances. Default: all. */
  readonly ways?: readonly DisturbanceName[];
  /** Runs it once; without a reference, this run becomes the reference. */
  run(schedule: Schedule, reference?: Reference): Promise<Run>;
}

/**
 * Runs a subject undisturbed, then once for each disturbance at each point.
 *
 * @throws PerturbationError it fails without a disturbance.
 * @throws ArgumentError there is no point to disturb.
 */
export async function compareRuns(subject: Repeatable, options: PerturbOptions): Promise<PerturbationReport> {
  const startedMs = systemClock.monotonic();
  const { ways = disturbanceNames } = subject;
  const given = options.schedule === undefined ? undefined : possible(parseSchedule(options.schedule), ways);
  const first = await undisturbed(subject);
  if (first.points.length === 0)
    throw new ArgumentError(`The scenario "${subject.name}" has no write or call to disturb`);
  const second = await undisturbed(subject);
  const reference = referenceOf(subject, first, second);
  const schedules = given === undefined ? schedulesOf(subject, first, options) : [given];
  const runs = await runAll(subject, { schedules, reference, options });
  return summarize({ name: subject.name, first, runs, durationMs: systemClock.monotonic() - startedMs });
}

async function undisturbed(subject: Repeatable): Promise<Run> {
  const run = await subject.run([]);
  if (run.problems.length === 0) return run;
  throw new PerturbationError(failedUndisturbed(subject, run.problems));
}

function failedUndisturbed({ name }: Repeatable, problems: readonly string[]): PerturbationReport {
  const divergences = [{ schedule: "", problems }];
  return { scenario: name, points: [], runs: 1, notReached: 0, durationMs: 0, counts: {}, divergences };
}

/** @throws PerturbationError two undisturbed runs have different objects. */
function referenceOf(subject: Repeatable, first: Run, second: Run): Reference {
  const pairs = first.states.map((state, index) => [state, second.states[index] ?? new Map()] as const);
  const varying = new Set(pairs.flatMap(([one, other]) => [...varyingFields(one, other)]));
  const found = pairs.flatMap(([one, other]) => differences(one, other, varying));
  if (found.length > 0) {
    const problems = ["two undisturbed runs end with different results:", ...found];
    throw new PerturbationError(failedUndisturbed(subject, problems));
  }
  return { states: first.states, varying, writes: Math.max(first.writes, second.writes) };
}

function schedulesOf(
  { name, replaceable = [], ways = disturbanceNames }: Repeatable,
  { points, watched }: Run,
  { only = disturbanceNames, pairs = 0, seed = 1, atMost }: PerturbOptions,
): readonly Schedule[] {
  const chosen = only.filter((way) => ways.includes(way));
  const all = singleSchedules({ points, watched, replaceable }, chosen);
  if (all.length === 0) throw new ArgumentError(`The scenario "${name}" has nothing that ${only.join(", ")} disturbs`);
  return [...spread(all, atMost, seed), ...pairSchedules(all, pairs, seed)];
}

/** @throws ArgumentError a disturbance of the schedule is not supported. */
function possible(schedule: Schedule, ways: readonly DisturbanceName[]): Schedule {
  const impossible = schedule.filter(({ name }) => !ways.includes(name));
  if (impossible.length === 0) return schedule;
  throw new ArgumentError(`"${scheduleText(impossible)}" is not supported here; choose from ${ways.join(", ")}`);
}

/** An evenly spread selection; the seed determines its start. */
function spread<T>(all: readonly T[], atMost = all.length, seed = 1): readonly T[] {
  if (all.length <= atMost) return all;
  const shift = (seed - 1) % Math.max(1, Math.floor(all.length / atMost));
  return Array.from({ length: atMost }, (_, index) => all[Math.floor((index * all.length) / atMost) + shift]).filter(
    (each): each is T => each !== undefined,
  );
}

interface Work {
  readonly schedules: readonly Schedule[];
  readonly reference: Reference;
  readonly options: PerturbOptions;
}

async function runAll(subject: Repeatable, { schedules, reference, options }: Work): Promise<Run[]> {
  const { onProgress, signal, stopAtFirst = false, runsAtOnce = 1 } = options;
  const ended: Run[] = [];
  const waiting = schedules.values();
  const work = async (): Promise<void> => {
    for (const schedule of waiting) {
      signal?.throwIfAborted();
      if (stopAtFirst && ended.some(({ problems }) => problems.length > 0)) return;
      ended.push(await subject.run(schedule, reference));
      const divergences = ended.filter(({ problems }) => problems.length > 0).length;
      onProgress?.({ scenario: subject.name, done: ended.length, all: schedules.length, divergences });
    }
  };
  await Promise.all(Array.from({ length: runsAtOnce }, work));
  return shortest(ended);
}

/** Omits pairs of which a single disturbance is sufficient. */
function shortest(runs: readonly Run[]): Run[] {
  const failing = new Set(
    runs.filter(({ problems, schedule }) => problems.length > 0 && schedule.length === 1).map(keyOf),
  );
  return runs.filter(
    (run) => run.schedule.length === 1 || !run.schedule.some((each) => failing.has(keyOf({ schedule: [each] }))),
  );
}

function keyOf({ schedule }: Pick<Run, "schedule">): string {
  return JSON.stringify(schedule.map(({ name, at, of }) => [name, at, of]));
}
