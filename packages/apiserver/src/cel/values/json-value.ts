import { isJsonObject, type JsonObject } from "@capstan/kube";
import { ArrayList, CelMap, type CelValue } from "./value.ts";

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
