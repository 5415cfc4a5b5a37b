import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { deepCopy } from "@capstan/runtime";

/** A provider object of any kind, as the lifecycle handles it: the author's fields are opaque to it. */
export interface StoredObject extends KubernetesObject {
  spec: object;
  status?: object;
}

/** {@link StoredObject} as the cache hands it out. */
export type CachedObject = DeepReadonly<StoredObject>;

/** A JSON object whose fields are looked up by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none if `value` is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** `namespace/name`, for messages and index values. */
export function keyOf(object: { readonly metadata: { readonly namespace?: string; readonly name: string } }): string {
  return `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
}

/** A copy that may be changed; what the cache hands out may not. */
export function draftOf(object: CachedObject): StoredObject {
  return deepCopy<StoredObject>(object);
}
