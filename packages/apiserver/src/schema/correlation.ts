import { isJsonObject, jsonEqual } from "@capstan/kube";
import { canonical } from "./list-types.ts";
import { memberSchema, type Schema } from "./schema.ts";

/** A value and the value that it replaces. */
export class Correlation {
  readonly #value: unknown;
  readonly #previous: unknown;
  readonly #schema: Schema;
  #unchanged: boolean | undefined;
  #items: KeyedItems | undefined;

  constructor(value: unknown, previous: unknown, schema: Schema) {
    this.#value = value;
    this.#previous = previous;
    this.#schema = schema;
  }

  get isUnchanged(): boolean {
    this.#unchanged ??= isSame(this.#value, this.#previous, this.#schema);
    return this.#unchanged;
  }

  member(key: string): Correlation | undefined {
    if (!isJsonObject(this.#value) || !isJsonObject(this.#previous)) return undefined;
    const schema = memberSchema(this.#schema, key);
    if (schema === undefined || !Object.hasOwn(this.#previous, key) || !Object.hasOwn(this.#value, key))
      return undefined;
    return new Correlation(this.#value[key], this.#previous[key], schema);
  }

  item(index: number): Correlation | undefined {
    const items = this.#schema.items;
    if (!Array.isArray(this.#value) || !Array.isArray(this.#previous) || items === undefined) return undefined;
    const item: unknown = this.#value[index];
    this.#items ??= new KeyedItems(this.#previous, this.#schema);
    const previous = this.#items.sameAs(item);
    return previous === undefined ? undefined : new Correlation(item, previous, items);
  }
}

/** List maps are equal in any order. */
function isSame(value: unknown, previous: unknown, schema: Schema | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(previous)) {
    if (value.length !== previous.length) return false;
    if (schema?.["x-kubernetes-list-type"] !== "map") return jsonEqual(value, previous);
    const items = new KeyedItems(previous, schema);
    return value.every((item: unknown) => {
      const old = items.sameAs(item);
      return old !== undefined && isSame(item, old, schema.items);
    });
  }
  if (!isJsonObject(value) || !isJsonObject(previous)) return jsonEqual(value, previous);
  const keys = Object.keys(value);
  return (
    keys.length === Object.keys(previous).length &&
    keys.every((key) => Object.hasOwn(previous, key) && isSame(value[key], previous[key], memberSchema(schema, key)))
  );
}

/** The items of a list map by key; empty for other lists. */
export class KeyedItems {
  readonly #keys: readonly string[];
  readonly #items = new Map<string, unknown>();

  constructor(list: readonly unknown[], schema: Schema) {
    this.#keys = schema["x-kubernetes-list-map-keys"] ?? [];
    if (schema["x-kubernetes-list-type"] !== "map") return;
    for (const item of list) {
      const key = this.#keyOf(item);
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item);
    }
  }

  /** The item with the same keys; undefined if there is none. */
  sameAs(item: unknown): unknown {
    if (this.#items.size === 0) return undefined;
    const key = this.#keyOf(item);
    return key === undefined ? undefined : this.#items.get(key);
  }

  #keyOf(item: unknown): string | undefined {
    if (!isJsonObject(item)) return undefined;
    const values = this.#keys.map((key) => item[key]);
    return values.every((value) => ["bigint", "boolean", "number", "string"].includes(typeof value))
      ? canonical(values)
      : undefined;
  }
}
