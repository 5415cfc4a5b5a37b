/** The Go type of a decoded JSON value. */
export function goType(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "int64" : "float64";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return value === null || value === undefined ? "<nil>" : "map[string]interface {}";
}
