import { type CelType } from "../types/cel-type.ts";
import { typeNameOf } from "../values/type-of.ts";
import { type CelValue } from "../values/value.ts";

const runtimeNames: Readonly<Record<string, string>> = {
  duration: "google.protobuf.Duration",
  null: "null_type",
  object: "map",
  timestamp: "google.protobuf.Timestamp",
};

/** Whether an overload with a parameter of this type accepts the value; ignores the content of lists and maps. */
export function accepts(type: CelType, value: CelValue): boolean {
  if (type.kind === "dyn" || type.kind === "param") return true;
  const name = type.kind === "opaque" ? type.name : (runtimeNames[type.kind] ?? type.kind);
  return typeNameOf(value) === name;
}
