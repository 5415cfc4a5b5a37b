import { isJsonObject, jsonEqual, type JsonObject, ownField } from "@capstan/kube";

/** The part of a JSON schema that the merge uses: the lists whose items are identified by keys, as for server-side apply. */
export interface MergeSchema {
  /** The schema of each field of an object. */
  readonly properties?: Readonly<Record<string, MergeSchema>>;
  /** The schema of a list's items. */
  readonly items?: MergeSchema;
  /** The fields that identify the items of a list; a list without them is replaced as a whole. */
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/**
 * Applies the changes from `base` to `changed` to `kept`. Unchanged values keep the value of `kept`; changes win, field by field and, in
 * lists with keys, item by item.
 */
export function threeWayMerge(kept: unknown, base: unknown, changed: unknown, schema: MergeSchema = {}): unknown {
  if (jsonEqual(base, changed)) return kept;
  if (isJsonObject(kept) && isJsonObject(base) && isJsonObject(changed))
    return mergeFields(kept, base, changed, schema);
  const keys = schema["x-kubernetes-list-map-keys"];
  if (keys === undefined || !Array.isArray(kept) || !Array.isArray(base) || !Array.isArray(changed)) return changed;
  return mergeItems(kept, base, changed, keys, schema.items) ?? changed;
}

function mergeFields(kept: JsonObject, base: JsonObject, changed: JsonObject, { properties }: MergeSchema): JsonObject {
  const schemaOf = (name: string): MergeSchema | undefined => own(properties ?? {}, name) as MergeSchema | undefined;
  const names = new Set([...Object.keys(kept), ...Object.keys(changed)]);
  const merged = [...names].map(
    (name) => [name, threeWayMerge(own(kept, name), own(base, name), own(changed, name), schemaOf(name))] as const,
  );
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Field names come from outside, and may be names of inherited properties. */
function own(object: JsonObject, name: string): unknown {
  return ownField(object, name);
}

/** `undefined` if the items cannot be identified. Kept items stay in order, and new items follow. */
function mergeItems(
  kept: readonly unknown[],
  base: readonly unknown[],
  changed: readonly unknown[],
  keys: readonly string[],
  schema: MergeSchema | undefined,
): unknown[] | undefined {
  const [keptItems, baseItems, changedItems] = [kept, base, changed].map((list) => byKey(list, keys));
  if (keptItems === undefined || baseItems === undefined || changedItems === undefined) return undefined;
  const names = [...new Set([...keptItems.keys(), ...changedItems.keys()])];
  return names
    .map((name) => threeWayMerge(keptItems.get(name), baseItems.get(name), changedItems.get(name), schema))
    .filter((item) => item !== undefined);
}

function byKey(list: readonly unknown[], keys: readonly string[]): Map<string, unknown> | undefined {
  const items = new Map(
    list.map((item) => [JSON.stringify(keys.map((key) => (isJsonObject(item) ? item[key] : undefined))), item]),
  );
  return items.size === list.length ? items : undefined;
}
