import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaque,
  optionalOf,
  param,
  stringType,
  timestampType,
  uintType,
} from "../types/cel-type.ts";
import { TypeValue } from "../values/value.ts";

const named: readonly (readonly [string, CelType])[] = [
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["dyn", dynType],
  ["int", intType],
  ["list", listOf(param("A"))],
  ["map", mapOf(param("A"), param("B"))],
  ["null_type", nullType],
  ["optional_type", optionalOf(param("A"))],
  ["string", stringType],
  ["uint", uintType],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Timestamp", timestampType],
  ["kubernetes.NamedFormat", opaque("kubernetes.NamedFormat")],
  ["kubernetes.Quantity", opaque("kubernetes.Quantity")],
  ["kubernetes.Semver", opaque("kubernetes.Semver")],
  ["kubernetes.URL", opaque("kubernetes.URL")],
  ["net.CIDR", opaque("net.CIDR")],
  ["net.IP", opaque("net.IP")],
];

/** The names of types that are values in expressions. */
export const typeNames: ReadonlyMap<string, { readonly type: CelType; readonly value: TypeValue }> = new Map(
  [...named.map(([name, of]) => [name, { kind: "type", of }] as const), ["type", { kind: "type" }] as const].map(
    ([name, type]: readonly [string, CelType]) => [name, { type, value: new TypeValue(name) }] as const,
  ),
);
