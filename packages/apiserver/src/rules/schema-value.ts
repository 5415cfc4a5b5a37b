import { isJsonObject, type JsonObject, jsonEqual, readDuration, ownField } from "@capstan/kube";
import { EvaluationError, noSuchOverload } from "../cel/values/evaluation-error.ts";
import { Duration, parseTimestamp } from "../cel/values/time.ts";
import { CelList, CelMap, type CelValue, type Equality } from "../cel/values/value.ts";
import { goType } from "../go/go-text.ts";
import { listMapKey, canonical } from "../schema/list-types.ts";
import { additionalSchema, type Schema } from "../schema/schema.ts";
import { escapeFieldName, unescapeFieldName } from "./field-names.ts";
import { isEmbedded, withResourceFields } from "./rule-types.ts";

/**
 * Converts a JSON value for expressions. Its content is converted on access.
 *
 * @throws EvaluationError The value does not fit the schema.
 */
export function schemaValue(value: unknown, schema: Schema): CelValue {
  if (value === null) {
    if (schema.nullable === true) return null;
    throw new EvaluationError("invalid data, got null for schema with nullable=false");
  }
  if (schema["x-kubernetes-int-or-string"] === true) return intOrString(value);
  switch (schema.type ?? "") {
    case "object":
      if (isJsonObject(value)) return new SchemaMap(value, isEmbedded(schema) ? withResourceFields(schema) : schema);
      throw new EvaluationError("invalid data, expected a map for the provided schema with type=object");
    case "array":
      if (Array.isArray(value)) return listValue(value, schema);
      throw new EvaluationError("invalid data, expected an array for the provided schema with type=array");
    case "string":
      return textValue(value, schema);
    case "number":
      if (typeof value === "number" || typeof value === "bigint") return Number(value);
      throw new EvaluationError(`invalid data, expected float, got ${goType(value)}`);
    case "integer":
      if (isWhole(value)) return BigInt(value);
      throw new EvaluationError(`invalid data, expected int, got ${goType(value)}`);
    case "boolean":
      if (typeof value === "boolean") return value;
      throw new EvaluationError(`invalid data, expected bool, got ${goType(value)}`);
    default:
      return untyped(value, schema);
  }
}

function untyped(value: unknown, schema: Schema): CelValue {
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) return new PreservedMap(value);
  throw new EvaluationError(
    `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ""}`,
  );
}

function intOrString(value: unknown): CelValue {
  if (typeof value === "string") return value;
  if (isWhole(value)) return BigInt(value);
  throw new EvaluationError("invalid data, expected XIntOrString value to be either a string or integer");
}

/** Integers beyond the range of a number are bigints. */
function isWhole(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

function textValue(value: unknown, schema: Schema): CelValue {
  if (typeof value !== "string") throw new EvaluationError(`invalid data, expected string, got ${goType(value)}`);
  switch (schema.format ?? "") {
    case "duration":
      return found(countedDuration(value), `Invalid duration ${value}: unable to parse ${value} as duration`);
    case "date":
      return found(parseTimestamp(`${value}T00:00:00Z`), `Invalid date formatted string ${value}`);
    case "date-time":
      return found(parseTimestamp(value), `Invalid date-time formatted string ${value}`);
    case "byte":
      return new Uint8Array(Buffer.from(value, "base64"));
    default:
      return value;
  }
}

function found(value: CelValue | undefined, problem: string): CelValue {
  if (value === undefined) throw new EvaluationError(problem);
  return value;
}

/** Durations in fields may also have words: `3 weeks`. */
function countedDuration(text: string): Duration | undefined {
  const exact = readDuration(text);
  if (exact !== undefined) return new Duration(exact);
  const counted = [...text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)];
  if (counted.length === 0) return undefined;
  let nanos = 0n;
  for (const [, count = "0", unit = ""] of counted) {
    const size = unitNanos.find(([names]) => names.includes(unit.toLowerCase()))?.[1];
    if (size === undefined) return undefined;
    nanos += BigInt(count) * size;
  }
  return new Duration(nanos);
}

const second = 1_000_000_000n;
const unitNanos: readonly (readonly [readonly string[], bigint])[] = [
  [["ns", "nano", "nanos", "nanosecond", "nanoseconds"], 1n],
  [["us", "µs", "micro", "micros", "microsecond", "microseconds"], 1_000n],
  [["ms", "milli", "millis", "millisecond", "milliseconds"], 1_000_000n],
  [["s", "sec", "secs", "second", "seconds"], second],
  [["m", "min", "mins", "minute", "minutes"], 60n * second],
  [["h", "hr", "hour", "hours"], 3_600n * second],
  [["d", "day", "days"], 86_400n * second],
  [["w", "wk", "week", "weeks"], 604_800n * second],
];

/** An object or a map. */
class SchemaMap extends CelMap {
  readonly raw: JsonObject;
  readonly #schema: Schema;
  readonly #isObject: boolean;

  constructor(raw: JsonObject, schema: Schema) {
    super();
    this.raw = raw;
    this.#schema = schema;
    this.#isObject = schema.properties !== undefined;
  }

  get size(): number {
    return Object.keys(this.raw).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== "string") throw noSuchOverload();
    const name = this.#isObject ? unescapeFieldName(key) : key;
    if (name === undefined || !Object.hasOwn(this.raw, name)) return undefined;
    const value = this.raw[name];
    if (value === undefined || (this.#isObject && value === null)) return undefined;
    const schema = this.#member(name);
    return schema === undefined ? undefined : schemaValue(value, schema);
  }

  *keys(): Iterable<CelValue> {
    for (const name of Object.keys(this.raw)) {
      if (this.#member(name) !== undefined) yield this.#isObject ? (escapeFieldName(name) ?? name) : name;
    }
  }

  override equals(other: CelMap, equal: Equality): boolean {
    if (this.size !== other.size) return false;
    for (const [name, value] of Object.entries(this.raw)) {
      if (this.#member(name) === undefined) {
        const others = other instanceof SchemaMap ? other.raw[name] : undefined;
        if (others !== undefined && !jsonEqual(value, others)) return false;
        continue;
      }
      const [mine, theirs] = [this.find(name), other.find(name)];
      if (mine === undefined || theirs === undefined) {
        if (mine !== theirs) return false;
      } else if (!equal(mine, theirs)) return false;
    }
    return true;
  }

  #member(name: string): Schema | undefined {
    const { properties } = this.#schema;
    if (properties === undefined) return additionalSchema(this.#schema);
    return ownField(properties, name);
  }
}

/** A value without a schema that is nevertheless kept: expressions can only compare it. */
class PreservedMap extends CelMap {
  readonly #raw: unknown;
  readonly size = 1;

  constructor(raw: unknown) {
    super();
    this.#raw = raw;
  }

  find(): undefined {
    return undefined;
  }

  keys(): Iterable<CelValue> {
    return [];
  }

  override equals(other: CelMap): boolean {
    return other instanceof PreservedMap && jsonEqual(other.#raw, this.#raw);
  }
}

function listValue(raw: readonly unknown[], schema: Schema): CelList {
  if (schema.items === undefined) {
    throw new EvaluationError("invalid array type, expected Items with a non-empty Schema");
  }
  const kind = schema["x-kubernetes-list-type"];
  if (kind === "set") return new KeyedList(raw, schema, canonical);
  if (kind !== "map") return new SchemaList(raw, schema);
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return new KeyedList(raw, schema, (item) => canonical(listMapKey(item, keys, undefined)));
}

class SchemaList extends CelList {
  readonly raw: readonly unknown[];
  readonly schema: Schema;

  constructor(raw: readonly unknown[], schema: Schema) {
    super();
    this.raw = raw;
    this.schema = schema;
  }

  get size(): number {
    return this.raw.length;
  }

  at(index: number): CelValue {
    return schemaValue(this.raw[index], this.schema.items ?? {});
  }
}

/** A list whose elements have keys and no order: sets and list maps. */
class KeyedList extends SchemaList {
  readonly #keyOf: (item: unknown) => string;

  constructor(raw: readonly unknown[], schema: Schema, keyOf: (item: unknown) => string) {
    super(raw, schema);
    this.#keyOf = keyOf;
  }

  override equals(other: CelList, equal: Equality): boolean {
    if (!(other instanceof SchemaList)) return super.equals(other, equal);
    if (this.size !== other.size) return false;
    const places = this.#places();
    return other.raw.every((item, index) => {
      const place = places.get(this.#keyOf(item));
      return place !== undefined && equal(this.at(place), other.at(index));
    });
  }

  /** Elements of the other list replace those with the same key. */
  override concat(other: CelList): CelList {
    if (!(other instanceof SchemaList)) return super.concat(other);
    const merged = [...this.raw];
    const places = this.#places();
    for (const item of other.raw) {
      const place = places.get(this.#keyOf(item));
      if (place === undefined) merged.push(item);
      else merged[place] = item;
    }
    return new KeyedList(merged, this.schema, this.#keyOf);
  }

  #places(): Map<string, number> {
    return new Map(this.raw.map((item, index) => [this.#keyOf(item), index]));
  }
}
