import { randomOf } from "../perturbation/plan-schedules.ts";

/** The same items in an order that is drawn by a seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomOf(seed);
  return items
    .map((item) => ({ item, place: random(2 ** 31) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
