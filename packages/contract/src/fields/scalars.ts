import Type from "typebox";

/** A 32-bit integer. */
export function int32(description: string, bounds: { minimum?: number; maximum?: number } = {}) {
  return Type.Integer({ format: "int32", ...bounds, description });
}

/** A 64-bit integer. */
export function int64(description: string, bounds: { minimum?: number; maximum?: number } = {}) {
  return Type.Integer({ format: "int64", ...bounds, description });
}

/** An RFC 3339 time. */
export function dateTime(description: string) {
  return Type.String({ format: "date-time", description });
}

/** A Go duration, such as `10s` or `1h30m`. */
export function duration(description: string) {
  return Type.String({ description });
}

/** An absolute number or a percentage, such as `2` or `"25%"`. */
export function intOrString(description: string) {
  return Type.Unsafe<number | string>({
    anyOf: [{ type: "integer" }, { type: "string" }],
    "x-kubernetes-int-or-string": true,
    description,
  });
}

/** Any JSON value. */
export function anyValue(description: string) {
  return Type.Unsafe<unknown>({ "x-kubernetes-preserve-unknown-fields": true, description });
}

/** A map of strings. */
export function stringMap(description: string) {
  return Type.Record(Type.String(), Type.String(), { description });
}
