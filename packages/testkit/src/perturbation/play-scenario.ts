import { differences, type VaryingFields } from "./difference.ts";
import type { Director, Point } from "./director.ts";
import type { Schedule } from "./disturbance.ts";
import { type NormalizedState, normalize } from "./normalized-state.ts";
import type { WorldState } from "./scenario.ts";

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

/** A world in which a scenario is played once, while a schedule happens to it. */
export interface PlayedWorld<Env> {
  readonly env: Env;
  /** What exists now. */
  readonly state: WorldState;
  readonly director: Pick<Director, "isDone" | "points" | "writes">;
  readonly watched: readonly string[];
  /** Leaves an undisturbed world alone until it can be looked at. @returns what is wrong with it. */
  leaveAlone(): Promise<string[]>;
  /** Waits until a disturbed world is as it should be. @returns what is not so in the end. */
  converge(differences: () => string[]): Promise<string[]>;
  /** Ends everything in order. @returns what went wrong that no step has noticed. */
  end(): Promise<string[]>;
}

/** What is played, and what it is compared with. */
export interface Played<Env> {
  readonly steps: Readonly<Record<string, (env: Env) => Promise<void>>>;
  readonly varying?: readonly RegExp[];
  readonly schedule: Schedule;
  /** What the world has to come to. Default: this run is the reference. */
  readonly reference?: Reference | undefined;
}

/** How often more a disturbed manager may write than twice what it writes undisturbed. */
const sparesWrites = 20;

/** Plays a scenario once, in a world that has just begun, and ends it. */
export async function playScenario<Env>(world: PlayedWorld<Env>, played: Played<Env>): Promise<Run> {
  const { schedule, reference } = played;
  const states: NormalizedState[] = [];
  const problems: string[] = [];
  for (const [index, [title, step]] of Object.entries(played.steps).entries()) {
    const expected = reference?.states[index];
    try {
      await step(world.env);
      problems.push(...(await comeToRest(world, played, expected)));
    } catch (error) {
      problems.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
    states.push(normalize(world.state, played.varying));
    if (problems.length > 0) {
      problems.unshift(`at the step "${title}":`);
      break;
    }
  }
  const { watched } = world;
  problems.push(...(await world.end()));
  const { points, writes, isDone: isReached } = world.director;
  const most = reference === undefined ? Infinity : 2 * reference.writes + sparesWrites;
  if (writes > most)
    problems.push(`${writes} writes, more than ${most}: undisturbed there are ${reference?.writes ?? 0}`);
  return { schedule, points, states, watched, writes, isReached, problems };
}

function comeToRest<Env>(
  world: PlayedWorld<Env>,
  { reference, varying }: Played<Env>,
  expected: NormalizedState | undefined,
): Promise<string[]> {
  if (expected === undefined || reference === undefined) return world.leaveAlone();
  return world.converge(() => differences(expected, normalize(world.state, varying), reference.varying));
}
