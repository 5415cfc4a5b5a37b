import { differences, type VaryingFields } from "./difference.ts";
import type { Director, Point } from "./director.ts";
import type { Schedule } from "./disturbance.ts";
import { type NormalizedState, normalize } from "./normalized-state.ts";
import type { WorldState } from "./scenario.ts";

/** The results of an undisturbed run. */
export interface Reference {
  /** The state after each step, in order. */
  readonly states: readonly NormalizedState[];
  readonly varying: VaryingFields;
  readonly writes: number;
}

/** One run of a scenario. */
export interface Run {
  readonly schedule: Schedule;
  /** The points that can be disturbed. */
  readonly points: readonly Point[];
  readonly states: readonly NormalizedState[];
  /** Kinds that the disturbed manager watched. */
  readonly watched: readonly string[];
  /** The number of the disturbed manager's writes. */
  readonly writes: number;
  /** Whether the whole schedule has happened. */
  readonly isReached: boolean;
  /** The problems; empty if there are none. */
  readonly problems: readonly string[];
}

/** A world in which a scenario is played once, disturbed by a schedule. */
export interface PlayedWorld<Env> {
  readonly env: Env;
  /** The current state. */
  readonly state: WorldState;
  readonly director: Pick<Director, "isDone" | "points" | "writes">;
  readonly watched: readonly string[];
  /** Lets an undisturbed world settle. @returns its problems. */
  leaveAlone(): Promise<string[]>;
  /** Waits until a disturbed world is as expected. @returns the remaining differences. */
  converge(differences: () => string[]): Promise<string[]>;
  /** Ends everything in order. @returns problems that no step has noticed. */
  end(): Promise<string[]>;
}

/** The scenario and its reference. */
export interface Played<Env> {
  readonly steps: Readonly<Record<string, (env: Env) => Promise<void>>>;
  readonly varying?: readonly RegExp[];
  readonly schedule: Schedule;
  /** The expected results. Default: this run is the reference. */
  readonly reference?: Reference | undefined;
}

/** A disturbed manager may write twice as often as undisturbed, plus this number. */
const sparesWrites = 20;

/** Plays a scenario once in a new world, and ends the world. */
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
    problems.push(`${writes} writes exceed the limit of ${most}; the undisturbed run has ${reference?.writes ?? 0}`);
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
