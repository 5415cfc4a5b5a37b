import { isJsonObject, setField } from "@capstan/kube";
import { memberSchema, type Schema } from "../../schema/schema.ts";
import { type FieldSet } from "./field-set.ts";
import { itemStep } from "../../schema/typed-value.ts";

/** `live` with all that `applied` states. */
export function mergeApplied(live: unknown, applied: unknown, schema: Schema | undefined): unknown {
  if (isJsonObject(applied) && isJsonObject(live) && schema?.["x-kubernetes-map-type"] !== "atomic") {
    const merged: Record<string, unknown> = { ...live };
    for (const [key, value] of Object.entries(applied)) {
      const before = Object.hasOwn(live, key) ? live[key] : undefined;
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

/** `value` without the fields of `given` that are not in `owned`: given up, and not owned by another manager. */
export function removeFields(
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (isJsonObject(value)) {
    const kept: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const result = removeStep(`f:${key}`, member, given, owned, memberSchema(schema, key));
      if (result !== gone) setField(kept, key, result);
    }
    return kept;
  }
  const step = itemStep(schema);
  if (!Array.isArray(value) || step === undefined) return value;
  return value
    .map((item: unknown) => removeStep(step(item), item, given, owned, schema?.items))
    .filter((item) => item !== gone);
}

const gone = Symbol("gone");

function removeStep(
  step: string,
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (!given.touches(step)) return value;
  if (owned?.touches(step) !== true) return gone;
  const below = given.children.get(step);
  return below === undefined ? value : removeFields(value, below, owned.children.get(step), schema);
}
