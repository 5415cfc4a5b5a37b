import { isJsonObject } from "@capstan/kube";

/** An object of unknown content. */
export type Json = Readonly<Record<string, unknown>>;

/** The value below `keys`; `undefined` if anything on the way is absent or no object. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isJsonObject(found)) return undefined;
    found = found[key];
  }
  return found;
}

/** The object below `keys`, or an empty one. */
export function objectAt(value: unknown, ...keys: readonly string[]): Json {
  const found = at(value, ...keys);
  return isJsonObject(found) ? found : {};
}

/** The string below `keys`, or an empty one. */
export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : "";
}

/** The list below `keys`, or an empty one. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

/** The strings of the list below `keys`. */
export function textsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).filter((item) => typeof item === "string");
}

/** Kind and name of an object, as findings name it. */
export function labelOf(document: unknown): string {
  return `${textAt(document, "kind") || "object"} ${textAt(document, "metadata", "name") || "without name"}`;
}
