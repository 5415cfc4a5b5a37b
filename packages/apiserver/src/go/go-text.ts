import { isJsonObject, stringifyJson } from "@capstan/kube";

/** A value as Go's `%v` prints it after JSON has been decoded into maps. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (isJsonObject(value)) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(" ")}]`;
  }
  if (typeof value === "string") return value;
  return typeof value === "number" && !Number.isInteger(value) ? goFloat(value) : stringifyJson(value);
}

/** JavaScript's shortest form, with an exponent of at least two digits. */
function goFloat(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}
