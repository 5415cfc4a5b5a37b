/** Go's name for a kind of JSON value. */
export function jsonKind(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}
