import { type DifferentialCase } from "../cases/differential-case.ts";

/** In how many cases a place of the spec is set; a place is a field, or one value of a field that has few. */
interface PlaceCount {
  /** Such as `files[].path`, or `files[].append=true`. */
  readonly place: string;
  readonly count: number;
}

export interface FieldCoverage {
  readonly fields: number;
  /** Values of enumerations and booleans. */
  readonly values: number;
  /** All places, those in the fewest cases first. */
  readonly counts: readonly PlaceCount[];
}

/** Every field should be in this many cases. */
export const leastCases = 3;

/**
 * Counts in how many cases each field of a schema is set, and each value of those that have few. A case counts for what can have
 * an effect in it: what is for `kubeadm init` not where a machine joins, nor what is for Ignition in cloud-config.
 *
 * @param schema - of the spec: OpenAPI, as a CRD has it.
 * @param cases - those of which data was made.
 */
export function fieldCoverage(schema: unknown, cases: readonly DifferentialCase[]): FieldCoverage {
  const places = placesOf(schema, "");
  const set = cases.map((one) => placesIn(effectiveSpec(one)));
  const counts = places
    .map((place) => ({ place, count: set.filter((some) => some.has(place)).length }))
    .sort((left, right) => left.count - right.count || left.place.localeCompare(right.place));
  const values = places.filter((place) => place.includes("=")).length;
  return { fields: places.length - values, values, counts };
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly enum?: readonly unknown[];
}

function placesOf(schema: unknown, path: string): string[] {
  const { type, properties, items, enum: values = type === "boolean" ? [true, false] : [] } = schema as Schema;
  if (type === "array") return placesOf(items, `${path}[]`);
  if (properties === undefined) return [path, ...values.map((value) => `${path}=${String(value)}`)];
  return Object.entries(properties).flatMap(([name, inner]) => placesOf(inner, path === "" ? name : `${path}.${name}`));
}

function effectiveSpec({ spec, role }: DifferentialCase): object {
  const { clusterConfiguration, initConfiguration, joinConfiguration, ignition, ...setup } = spec ?? {};
  return {
    ...setup,
    ...(setup.format === "ignition" ? { ignition } : {}),
    ...(role === "init" ? { clusterConfiguration, initConfiguration } : { joinConfiguration }),
  };
}

function placesIn(value: unknown, path = "", places = new Set<string>()): Set<string> {
  if (value === undefined) return places;
  places.add(path);
  if (Array.isArray(value)) {
    for (const item of value) placesIn(item, `${path}[]`, places);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) placesIn(inner, path === "" ? name : `${path}.${name}`, places);
  } else {
    places.add(`${path}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  }
  return places;
}
