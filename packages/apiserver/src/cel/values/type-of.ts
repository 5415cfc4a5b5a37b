import { Duration, Timestamp } from "./time.ts";
import { CelList, CelMap, type CelValue, OpaqueValue, OptionalValue, TypeValue, Uint } from "./value.ts";

const primitives: Readonly<Record<string, string | undefined>> = {
  boolean: "bool",
  bigint: "int",
  number: "double",
  string: "string",
};

/** The name of a value's type at run time; for lists and maps without the types of their content. */
export function typeNameOf(value: CelValue): string {
  if (value === null) return "null_type";
  return typeof value === "object" ? objectTypeName(value) : (primitives[typeof value] ?? "unknown");
}

function objectTypeName(value: object): string {
  if (value instanceof CelList) return "list";
  if (value instanceof CelMap) return "map";
  if (value instanceof Uint) return "uint";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof TypeValue) return "type";
  if (value instanceof OptionalValue) return "optional_type";
  return value instanceof OpaqueValue ? value.typeName : "unknown";
}
