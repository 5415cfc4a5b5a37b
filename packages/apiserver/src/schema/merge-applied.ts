import { isJsonObject, setField } from "@capstan/kube";
import { memberSchema, type Schema } from "./schema.ts";
import { itemStep } from "./typed-value.ts";

/** `live` merged with all fields of `applied`. */
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
