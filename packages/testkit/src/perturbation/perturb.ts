import { ArgumentError } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import type { DisturbanceName, Schedule } from "./disturbance.ts";
import { parseSchedule } from "./disturbance.ts";
import { varyingFields } from "./difference.ts";
import { PerturbationError } from "./perturbation-error.ts";
import { pairSchedules, singleSchedules } from "./plan-schedules.ts";
import { type PerturbationReport, summarize } from "./report.ts";
import { type Reference, type Run, runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";

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

const defaultRunsAtOnce = 4;

/**
 * Runs a scenario undisturbed, and then once for each thing that can go wrong at each moment, and compares what comes of it: objects
 * and what exists outside after each step, what must last, and the number of writes.
 *
 * @throws PerturbationError the scenario fails although nothing disturbs it, or something disturbed comes to another end.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
 * import { perturb } from "@capstan/testkit/perturbation";
 * import type { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *   reconcileMachine = () => outcome.provisioned({ providerID: "hello://1" });
 *   deleteMachine = () => outcome.deleted();
 * }
 *
 * test("a HelloMachine is provisioned, wherever its provider is killed", async () => {
 *   const scenario = {
 *     name: "a HelloMachine",
 *     prepare: () => ({ reconcilers: () => [new HelloMachineReconciler()] }),
 *     steps: {
 *       create: async (env: TestEnvironment) => {
 *         const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
 *         await env.until("provisioned", async () => (await machine.phase()).phase === "Provisioned");
 *       },
 *     },
 *   };
 *   const report = await perturb(scenario, { only: ["crash-after"] });
 *   expect(report.runs).toBe(3); // each of its writes
 * });
 * ```
 */
export async function perturb(scenario: Scenario, options: PerturbOptions = {}): Promise<PerturbationReport> {
  const report = await findDivergences(scenario, options);
  if (report.divergences.length > 0) throw new PerturbationError(report);
  return report;
}

/**
 * As {@link perturb}, for callers that look at the report themselves.
 *
 * @throws PerturbationError the scenario fails although nothing disturbs it.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
 * import { findDivergences } from "@capstan/testkit/perturbation";
 * import type { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *   reconcileMachine = () => outcome.provisioned({ providerID: "hello://1" });
 *   deleteMachine = () => outcome.deleted();
 * }
 *
 * test("a HelloMachine is provisioned, wherever its provider is killed", async () => {
 *   const scenario = {
 *     name: "a HelloMachine",
 *     prepare: () => ({ reconcilers: () => [new HelloMachineReconciler()] }),
 *     steps: {
 *       create: async (env: TestEnvironment) => {
 *         const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
 *         await env.until("provisioned", async () => (await machine.phase()).phase === "Provisioned");
 *       },
 *     },
 *   };
 *   const report = await findDivergences(scenario, { only: ["answer-409"] });
 *   expect(report.divergences).toEqual([]);
 * });
 * ```
 */
export async function findDivergences(scenario: Scenario, options: PerturbOptions = {}): Promise<PerturbationReport> {
  const startedMs = systemClock.monotonic();
  const first = await undisturbed(scenario);
  const second = await undisturbed(scenario);
  const reference: Reference = {
    states: first.states,
    varying: new Set(
      first.states.flatMap((state, index) => {
        const other = second.states[index];
        return other === undefined ? [] : [...varyingFields(state, other)];
      }),
    ),
    writes: first.writes,
  };
  const { singles, pairs } = schedulesOf(scenario, first, options);
  const runs = await runAll(scenario, { schedules: [...singles, ...pairs], reference, options });
  return summarize({ scenario, first, runs, durationMs: systemClock.monotonic() - startedMs });
}

async function undisturbed(scenario: Scenario): Promise<Run> {
  const run = await runScenario(scenario, []);
  if (run.problems.length === 0) return run;
  throw new PerturbationError({
    scenario: scenario.name,
    points: [],
    runs: 1,
    notReached: 0,
    durationMs: 0,
    counts: {},
    divergences: [{ schedule: "", problems: run.problems }],
  });
}

function schedulesOf(
  scenario: Scenario,
  { points, watched }: Run,
  { only, pairs = 0, seed = 1, schedule, atMost }: PerturbOptions,
): { readonly singles: readonly Schedule[]; readonly pairs: readonly Schedule[] } {
  if (schedule !== undefined) return { singles: [parseSchedule(schedule)], pairs: [] };
  const all = singleSchedules({ points, watched, replaceable: scenario.replaceable ?? [] }, only);
  if (all.length === 0) throw new ArgumentError(`The scenario "${scenario.name}" makes no write or call to disturb`);
  return { singles: spread(all, atMost), pairs: pairSchedules(all, pairs, seed) };
}

function spread<T>(all: readonly T[], atMost = all.length): readonly T[] {
  if (all.length <= atMost) return all;
  return Array.from({ length: atMost }, (_, index) => all[Math.floor((index * all.length) / atMost)]).filter(
    (each): each is T => each !== undefined,
  );
}

interface Work {
  readonly schedules: readonly Schedule[];
  readonly reference: Reference;
  readonly options: PerturbOptions;
}

async function runAll(scenario: Scenario, { schedules, reference, options }: Work): Promise<Run[]> {
  const { onProgress, signal, stopAtFirst = false, runsAtOnce = defaultRunsAtOnce } = options;
  const ended: Run[] = [];
  const waiting = schedules.values();
  const work = async (): Promise<void> => {
    for (const schedule of waiting) {
      signal?.throwIfAborted();
      if (stopAtFirst && ended.some(({ problems }) => problems.length > 0)) return;
      ended.push(await runScenario(scenario, schedule, reference));
      const divergences = ended.filter(({ problems }) => problems.length > 0).length;
      onProgress?.({ scenario: scenario.name, done: ended.length, all: schedules.length, divergences });
    }
  };
  await Promise.all(Array.from({ length: runsAtOnce }, work));
  return shortest(ended);
}

/** Without pairs of which one alone is enough. */
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
