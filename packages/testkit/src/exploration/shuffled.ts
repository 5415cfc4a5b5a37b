import { randomOf } from "../perturbation/plan-schedules.ts";

/** The items in an order that the seed determines. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomOf(seed);
  return items
    .map((item) => ({ item, place: random(2 ** 31) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
