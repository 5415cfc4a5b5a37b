import { isJsonObject, listAt, textAt } from "@capstan/kube";

/** An object of unknown content. */
export type Json = Readonly<Record<string, unknown>>;

/** The value below `keys`; `undefined` if a value on the path is missing or not an object. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isJsonObject(found)) return undefined;
    found = found[key];
  }
  return found;
}

/** The string below `keys`, or an empty string. */
export function textOrEmpty(value: unknown, ...keys: readonly string[]): string {
  return textAt(value, ...keys) ?? "";
}

/** The strings of the list below `keys`. */
export function stringsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).filter((item) => typeof item === "string");
}

/** Kind and name of an object, for findings: `ClusterRole foo-manager-role`. */
export function labelOf(document: unknown): string {
  return `${textOrEmpty(document, "kind") || "object"} ${textOrEmpty(document, "metadata", "name") || "without name"}`;
}
