import { WireType } from "@bufbuild/protobuf/wire";
import { type Scalar } from "../types/struct-type.ts";

/** How a scalar is on the wire. */
export function wireOf(scalar: Scalar): WireType {
  if (scalar === "double") return WireType.Bit64;
  return scalar === "bool" || scalar === "int32" || scalar === "int64" ? WireType.Varint : WireType.LengthDelimited;
}
