import { isJsonObject, type JsonObject, setField, stringifyJson, ownField } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { canonical, listMapKey } from "./list-types.ts";
import { objectMetaSchema } from "./object-meta-schema.ts";
import { memberSchema, type Schema } from "./schema.ts";

/** An individually owned part of a value, with its step. */
export interface Part {
  readonly step: string;
  readonly value: unknown;
  readonly schema: Schema | undefined;
  /** Whether the schema names the member, as opposed to any key of a map. */
  readonly declared: boolean;
}

/** The parts of a value; undefined if it is owned as a whole: a scalar, or an atomic object or list. */
export function partsOf(value: unknown, schema: Schema | undefined): Part[] | undefined {
  if (isJsonObject(value)) return schema?.["x-kubernetes-map-type"] === "atomic" ? undefined : membersOf(value, schema);
  if (!Array.isArray(value)) return undefined;
  const step = itemStep(schema);
  if (step === undefined) return undefined;
  return value.map((item: unknown) => ({ step: step(item), value: item, schema: schema?.items, declared: true }));
}

function membersOf(object: JsonObject, schema: Schema | undefined): Part[] {
  return Object.entries(object).map(([key, value]) => ({
    step: `f:${key}`,
    value,
    schema: memberSchema(schema, key),
    declared: schema?.properties !== undefined && Object.hasOwn(schema.properties, key),
  }));
}

/** How to identify the items of a list; undefined if the list is atomic. */
export function itemStep(schema: Schema | undefined): ((item: unknown) => string) | undefined {
  const type = schema?.["x-kubernetes-list-type"];
  if (type === "set") return (item) => `v:${canonical(item)}`;
  if (type !== "map") return undefined;
  const keys = schema?.["x-kubernetes-list-map-keys"] ?? [];
  return (item) => `k:${stringifyJson(listMapKey(item, keys, schema?.items))}`;
}

/** A version's schema with the metadata of every object. */
export const rootSchema = remembered((schema: Schema): Schema => {
  const text: Schema = { type: "string" };
  const properties = { ...schema.properties, apiVersion: text, kind: text, metadata: objectMetaSchema };
  return { ...schema, properties };
});

/** `live` merged with all fields of `applied`. */
export function mergeApplied(live: unknown, applied: unknown, schema: Schema | undefined): unknown {
  if (isJsonObject(applied) && isJsonObject(live) && schema?.["x-kubernetes-map-type"] !== "atomic") {
    const merged: Record<string, unknown> = { ...live };
    for (const [key, value] of Object.entries(applied)) {
      const before = ownField(live, key);
      setField(merged, key, mergeApplied(before, value, memberSchema(schema, key)));
    }
    return merged;
  }
  const step = itemStep(schema);
  if (!Array.isArray(applied) || !Array.isArray(live) || step === undefined) return applied;
  const items = new Map(live.map((item: unknown) => [step(item), item]));
  for (const item of applied as unknown[]) {
    const key = step(item);
    items.set(key, items.has(key) ? mergeApplied(items.get(key), item, schema?.items) : item);
  }
  return [...items.values()];
}
