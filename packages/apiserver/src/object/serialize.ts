import { isJsonObject, type JsonObject, stringifyJson } from "@capstan/kube";
import { remembered } from "./remembered.ts";

/** The JSON of an object; encoded once for all clients. */
export const serialize = remembered((object: JsonObject) => stringifyJson(object));

/** JSON with sorted members, as Go writes maps. */
export function sortedJson(value: unknown): string {
  return stringifyJson(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
