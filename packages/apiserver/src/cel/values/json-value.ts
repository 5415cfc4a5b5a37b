import { isJsonObject, type JsonObject, setField } from "@capstan/kube";
import { EvaluationError } from "./evaluation-error.ts";
import { ArrayList, CelList, CelMap, type CelValue, OptionalValue, StructValue, typeNameOf, Uint } from "./value.ts";

/** Converts a JSON value for expressions that do not know its type. */
export function jsonValue(value: unknown): CelValue {
  if (Array.isArray(value)) return new ArrayList(value.map(jsonValue));
  if (isJsonObject(value)) return new JsonMap(value);
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "bigint") return value;
  return null;
}

/** Its content is converted on access. */
class JsonMap extends CelMap {
  readonly #fields: JsonObject;

  constructor(fields: JsonObject) {
    super();
    this.#fields = fields;
  }

  get size(): number {
    return Object.keys(this.#fields).length;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== "string" || !Object.hasOwn(this.#fields, key)) return undefined;
    return jsonValue(this.#fields[key]);
  }

  keys(): Iterable<CelValue> {
    return Object.keys(this.#fields);
  }
}

/**
 * Converts a value to JSON.
 *
 * @throws EvaluationError JSON lacks such values.
 */
export function plainValue(value: CelValue): unknown {
  if (typeof value === "bigint") return plainInteger(value);
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Uint) return plainInteger(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof CelList) return Array.from(value, plainValue);
  if (value instanceof CelMap) return plainObject(Array.from(value.keys(), (key) => [key, value.find(key) ?? null]));
  if (value instanceof StructValue) return plainObject(value.fields);
  if (value instanceof OptionalValue) return value.value === undefined ? null : plainValue(value.value);
  throw new EvaluationError(`${typeNameOf(value)} cannot be converted to JSON`);
}

function plainInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function plainObject(entries: Iterable<readonly [CelValue, CelValue]>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    if (typeof key !== "string") throw new EvaluationError(`map key is of type ${typeNameOf(key)}, not string`);
    setField(object, key, plainValue(value));
  }
  return object;
}
