import { randomOf } from "../values/random.ts";
import { type Disturbance, type DisturbanceName, disturbanceNames, type Schedule, ways } from "./disturbance.ts";
import type { Point } from "./director.ts";

/** The parts of a scenario that can be disturbed. */
export interface Disturbable {
  /** The points of an undisturbed run. */
  readonly points: readonly Point[];
  /** Kinds that the disturbed manager watches. */
  readonly watched: readonly string[];
  /** Objects that another client may replace. */
  readonly replaceable: readonly string[];
}

/** Every single disturbance at every point. */
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
 * Pairs of disturbances, selected by a seed.
 *
 * @param singles - the disturbances to select from.
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
