import { type DifferentialCase } from "../cases/differential-case.ts";

/** The number of cases that set a place of the spec; a place is a field, or one value of a field with few values. */
interface PlaceCount {
  /** Such as `files[].path`, or `files[].append=true`. */
  readonly place: string;
  readonly count: number;
}

export interface FieldCoverage {
  readonly fields: number;
  /** Values of enumerations and booleans. */
  readonly values: number;
  /** All places, the rarest first. */
  readonly counts: readonly PlaceCount[];
}

/** The minimum number of cases for every field. */
export const leastCases = 3;

/**
 * Counts the cases that set each field of a schema, and each value of fields with few. A field counts only where it can have an effect:
 * `kubeadm init` fields do not count where a machine joins, nor Ignition fields in cloud-config.
 *
 * @param schema - of the spec: OpenAPI, as in a CRD.
 * @param cases - those with generated data.
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
