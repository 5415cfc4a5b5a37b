import { systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { cloudClockOf } from "./cloud-clock.ts";
import { differences, type VaryingFields } from "./difference.ts";
import type { Schedule } from "./disturbance.ts";
import { type Point } from "./director.ts";
import { type NormalizedState, normalize } from "./normalized-state.ts";
import type { Scenario } from "./scenario.ts";
import { Stage } from "./stage.ts";

/** What an undisturbed run left behind. */
export interface Reference {
  /** After each step, in order. */
  readonly states: readonly NormalizedState[];
  readonly varying: VaryingFields;
  readonly writes: number;
}

/** One run of a scenario. */
export interface Run {
  readonly schedule: Schedule;
  /** The moments that something could have happened at. */
  readonly points: readonly Point[];
  readonly states: readonly NormalizedState[];
  /** Kinds of which the disturbed manager got events. */
  readonly watched: readonly string[];
  /** How often the disturbed manager has written. */
  readonly writes: number;
  /** Whether all of the schedule has happened. */
  readonly isReached: boolean;
  /** What went otherwise than it should; empty: nothing. */
  readonly problems: readonly string[];
}

/** How long a world has time to come to the same state as without disturbance, in milliseconds of its clock. */
const patienceMs = 900_000;
/** What an undisturbed world is left alone for before it is looked at, and a disturbed one at its end. */
const restMs = 30_000;
/** How often more a disturbed manager may write than twice what it writes undisturbed. */
const sparesWrites = 20;

/**
 * Runs a scenario once.
 *
 * @param reference - what the world has to come to. Default: this run is the reference.
 */
export async function runScenario(scenario: Scenario, schedule: Schedule, reference?: Reference): Promise<Run> {
  await using closing = new AsyncDisposableStack();
  const clock = new FakeClock({ startMs: Math.floor(systemClock.now() / 1_000) * 1_000 });
  const world = await scenario.prepare({ clock, cloudClock: cloudClockOf(clock), closing });
  const stage = closing.use(await Stage.open({ scenario, world, clock, schedule }));
  const states: NormalizedState[] = [];
  const problems: string[] = [];
  for (const [index, [title, step]] of Object.entries(scenario.steps).entries()) {
    const expected = reference?.states[index];
    try {
      await step(stage.env);
      problems.push(
        ...(expected === undefined || reference === undefined
          ? await leaveAlone(stage)
          : await converge(stage, { expected, varying: reference.varying, scenario })),
      );
    } catch (error) {
      problems.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
    states.push(normalize(stage.state, scenario.varying));
    if (problems.length > 0) {
      problems.unshift(`at the step "${title}":`);
      break;
    }
  }
  problems.push(...(await stage.end()));
  const { points, writes, isDone: isReached } = stage.director;
  const { watched } = stage;
  const most = reference === undefined ? Infinity : 2 * reference.writes + sparesWrites;
  if (writes > most)
    problems.push(`${writes} writes, more than ${most}: undisturbed there are ${reference?.writes ?? 0}`);
  return { schedule, points, states, watched, writes, isReached, problems };
}

async function leaveAlone({ env }: Stage): Promise<string[]> {
  await env.clock.advance(restMs);
  await env.settled();
  return [];
}

/** Moves the clock until the world is as it was undisturbed. */
async function converge(
  stage: Stage,
  { expected, varying, scenario }: { expected: NormalizedState; varying: VaryingFields; scenario: Scenario },
): Promise<string[]> {
  const { env } = stage;
  const untilMs = env.clock.monotonic() + patienceMs;
  for (;;) {
    await env.settled();
    const found = stage.isHeldBack
      ? ["events are held back"]
      : differences(expected, normalize(stage.state, scenario.varying), varying);
    if (found.length === 0) return [];
    const leftMs = untilMs - env.clock.monotonic();
    if (leftMs <= 0) return found;
    await env.clock.advance(Math.min(leftMs, env.clock.nextTimerInMs ?? leftMs));
  }
}
