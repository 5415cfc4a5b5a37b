import { fieldsOf, groupVersionOf, isJsonObject, jsonEqual } from "@capstan/kube";
import { type ObjectMeta } from "@capstan/contract";

/** An object of a manifest, with any fields of its kind. */
export interface ReleaseObject {
  /** Group and version. */
  readonly apiVersion: string;
  /** The kind. */
  readonly kind: string;
  /** Name, labels and annotations. */
  readonly metadata: ObjectMeta;
  /** All other fields of the kind. */
  readonly [field: string]: unknown;
}

/**
 * Merges added objects into objects of the same kind and name, as a patch would; the others are appended. Fields that are null are removed,
 * lists of named objects are merged by name, and other lists get the missing items.
 *
 * @example
 * ```ts
 * import { mergedObjects } from "@capstan/provider/release";
 *
 * const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "hello" } };
 * console.log(mergedObjects([{ ...config, data: { size: "1" } }], [{ ...config, data: { zone: "a" } }]));
 * ```
 */
export function mergedObjects(objects: readonly ReleaseObject[], added: readonly ReleaseObject[]): ReleaseObject[] {
  const merged = objects.map((object) =>
    added.filter((each) => isSame(each, object)).reduce((to, from) => mergedObject(to, from), object),
  );
  return [...merged, ...added.filter((each) => !objects.some((object) => isSame(each, object)))];
}

function isSame(one: ReleaseObject, other: ReleaseObject): boolean {
  const isOfGroup = groupVersionOf(one.apiVersion).group === groupVersionOf(other.apiVersion).group;
  return isOfGroup && one.kind === other.kind && one.metadata.name === other.metadata.name;
}

function mergedObject<T extends object>(to: T, from: object): T {
  const fields = new Map<string, unknown>(Object.entries(to));
  for (const [name, value] of Object.entries(from)) {
    if (value === null) fields.delete(name);
    else fields.set(name, mergedValue(fields.get(name), value));
  }
  return Object.fromEntries(fields) as T;
}

function mergedValue(to: unknown, from: unknown): unknown {
  if (Array.isArray(to) && Array.isArray(from)) return mergedList(to, from);
  return isJsonObject(to) && isJsonObject(from) ? mergedObject(to, from) : from;
}

function mergedList(to: readonly unknown[], from: readonly unknown[]): unknown[] {
  return from.reduce<unknown[]>(
    (list, item) => {
      const at = list.findIndex((each) => isNamedAs(each, item));
      if (at < 0) return [...list, item];
      return list.with(at, mergedValue(list[at], item));
    },
    [...to],
  );
}

/** Objects are the same item if they have the same name, other values if they are equal. */
function isNamedAs(one: unknown, other: unknown): boolean {
  const { name } = fieldsOf(other);
  return typeof name === "string" ? fieldsOf(one).name === name : jsonEqual(one, other);
}
