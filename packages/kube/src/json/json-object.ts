/** A JSON object whose fields are looked up by name: what comes from outside may have any. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a JSON object; none if `value` is something else. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
