import { isJsonObject, stringifyJson } from "@capstan/kube";

/** JSON as Go writes maps: members in the order of their names. */
export function sortedJson(value: unknown): string {
  return stringifyJson(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
