/** What Go calls a value of JSON. */
export function jsonKind(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}
