import { type Disturbance, type DisturbanceName, disturbanceNames, type Schedule, ways } from "./disturbance.ts";
import type { Point } from "./director.ts";

/** What can be disturbed in a scenario. */
export interface Disturbable {
  /** The moments of an undisturbed run. */
  readonly points: readonly Point[];
  /** Kinds of which the disturbed manager gets events. */
  readonly watched: readonly string[];
  /** Objects that another may replace. */
  readonly replaceable: readonly string[];
}

/** Every single disturbance at every moment. */
export function singleSchedules(
  { points, watched, replaceable }: Disturbable,
  only: readonly DisturbanceName[] = disturbanceNames,
): Schedule[] {
  const choices: Partial<Record<DisturbanceName, readonly string[]>> = {
    "stale-cache": watched,
    "skipped-events": watched,
    "replaced-object": replaceable,
  };
  return only.flatMap((name) =>
    points
      .filter(({ moment }) => moment === ways[name].moment)
      .flatMap(({ at, text }): Schedule[] => {
        const chosen = choices[name];
        if (chosen === undefined) return [[{ name, at, point: text }]];
        return chosen.map((of) => [{ name, at, of, point: text }]);
      }),
  );
}

/**
 * Two disturbances in one run, drawn by a seed.
 *
 * @param singles - what is drawn from.
 */
export function pairSchedules(singles: readonly Schedule[], count: number, seed: number): Schedule[] {
  const disturbances = singles.flat();
  const random = randomOf(seed);
  const drawn = new Map<string, Schedule>();
  const possible = (disturbances.length * (disturbances.length - 1)) / 2;
  while (drawn.size < Math.min(count, possible)) {
    const [one, other] = [random(disturbances.length), random(disturbances.length)].toSorted((a, b) => a - b);
    if (one === other || one === undefined || other === undefined) continue;
    const pair = [disturbances[one], disturbances[other]].filter((each): each is Disturbance => each !== undefined);
    drawn.set(`${one} ${other}`, pair);
  }
  return [...drawn.values()];
}

/** Whole numbers below a limit, the same for the same seed: a linear congruential generator, of which the high bits are used. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
