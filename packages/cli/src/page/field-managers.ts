import { isJsonObject, type JsonObject, jsonEqual } from "@capstan/kube";

/** An entry of `metadata.managedFields`. */
export interface ManagedFields {
  readonly manager?: string;
  readonly subresource?: string;
  readonly fieldsV1?: JsonObject;
}

/** The fields that each manager owns in a value: its part of a tree of FieldsV1; `all`: the whole value. */
export type Owners = ReadonlyMap<string, JsonObject | "all">;

/** The field owners of an object. */
export function ownersOf(entries: readonly ManagedFields[]): Owners {
  const owners = new Map<string, JsonObject | "all">();
  for (const { manager = "", fieldsV1 = {} } of entries) {
    const known = owners.get(manager);
    owners.set(manager, known === undefined || known === "all" ? fieldsV1 : merged(known, fieldsV1));
  }
  return owners;
}

/** The owners of a field of an object. */
export function ownersOfField(owners: Owners, name: string): Owners {
  return narrowed(owners, (fields) => fields[`f:${name}`]);
}

/** The owners of a list item, found by its keys, its value, or its index. */
export function ownersOfItem(owners: Owners, item: unknown, index: number): Owners {
  return narrowed(owners, (fields) => {
    const entry = Object.keys(fields).find((key) => isKeyOf(key, item, index));
    return entry === undefined ? undefined : fields[entry];
  });
}

/** The owners of the value itself, not only of something in it; sorted. */
export function managersOf(owners: Owners): string[] {
  return [...owners].flatMap(([manager, fields]) => (fields === "all" || "." in fields ? [manager] : [])).sort();
}

function narrowed(owners: Owners, below: (fields: JsonObject) => unknown): Owners {
  const entries = [...owners].flatMap(([manager, fields]): (readonly [string, JsonObject | "all"])[] => {
    // The owner of a whole value owns all its parts.
    if (fields === "all") return [[manager, fields]];
    const found = below(fields);
    if (!isJsonObject(found)) return [];
    return [[manager, Object.keys(found).length === 0 ? "all" : found]];
  });
  return new Map(entries);
}

/** `k:{"type":"Ready"}`, `v:"a"` and `i:0` name items of lists. */
function isKeyOf(key: string, item: unknown, index: number): boolean {
  const value = key.slice(2);
  if (key.startsWith("i:")) return value === String(index);
  if (key.startsWith("v:")) return jsonEqual(JSON.parse(value), item);
  if (!key.startsWith("k:") || !isJsonObject(item)) return false;
  const keys: unknown = JSON.parse(value);
  return isJsonObject(keys) && Object.entries(keys).every(([name, each]) => jsonEqual(each, item[name]));
}

/** A manager has an entry for each version and subresource that it writes. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const entries = Object.entries(other).map(([key, fields]) => {
    const known = one[key];
    return [key, isJsonObject(known) && isJsonObject(fields) ? merged(known, fields) : fields] as const;
  });
  return { ...one, ...Object.fromEntries(entries) };
}
