import type { SeededRandom } from "@capstan/harness/random";
import { deepCopy, isJsonObject, type JsonObject } from "@capstan/kube";

/** A member of an object or list. */
interface Place {
  readonly holder: JsonObject | unknown[];
  readonly key: string | number;
}

type Mutation = (place: Place, random: SeededRandom) => void;

const strange: readonly unknown[] = [
  null,
  "",
  "a",
  "../é",
  "x".repeat(300),
  "9999-99-99",
  0,
  -1,
  1.5,
  2 ** 31,
  1e300,
  true,
  false,
  [],
  ["a"],
  [{ unknown: 1 }],
  [[]],
  {},
  { unknown: { a: 1 } },
];

const mutations: readonly Mutation[] = [
  // The first is listed twice, because it reaches most checks.
  replace,
  replace,
  ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  },
  ({ holder, key }) => {
    if (Array.isArray(holder)) holder.push(deepCopy(holder[Number(key)]));
    else (holder as Record<string, unknown>).unknownField = { a: [1] };
  },
  ({ holder, key }, random) => {
    const value = valueAt({ holder, key });
    if (typeof value === "string") set({ holder, key }, random.pick([value + value, `${value}!`, value.toUpperCase()]));
    else if (typeof value === "number") set({ holder, key }, random.pick([value + 1, -value, value * 1_000_003]));
    else if (Array.isArray(value) && value.length > 0) value.push(...(deepCopy(value) as unknown[]));
    else replace({ holder, key }, random);
  },
];

/** A copy of an object with one to three differences below `fields`. */
export function mutated<Fields extends JsonObject>(
  object: Fields,
  fields: readonly string[],
  random: SeededRandom,
): Fields {
  const copy = structuredClone(object);
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const places = fields.filter((field) => field in copy).flatMap((key) => placesOf({ holder: copy, key }));
    if (places.length > 0) random.pick(mutations)(random.pick(places), random);
  }
  return copy;
}

function replace(place: Place, random: SeededRandom): void {
  set(place, deepCopy(random.pick(strange)));
}

function placesOf(place: Place): Place[] {
  const holder = valueAt(place);
  if (Array.isArray(holder)) return [place, ...holder.flatMap((_, key) => placesOf({ holder, key }))];
  if (isJsonObject(holder)) return [place, ...Object.keys(holder).flatMap((key) => placesOf({ holder, key }))];
  return [place];
}

function valueAt({ holder, key }: Place): unknown {
  return (holder as Record<string, unknown>)[key];
}

function set({ holder, key }: Place, value: unknown): void {
  (holder as Record<string, unknown>)[key] = value;
}
