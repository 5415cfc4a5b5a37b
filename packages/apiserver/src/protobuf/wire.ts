import { WireType } from "@bufbuild/protobuf/wire";
import { type Scalar } from "../types/struct-type.ts";

/** The wire type of a scalar. */
export function wireOf(scalar: Scalar): WireType {
  if (scalar === "double") return WireType.Bit64;
  return scalar === "bool" || scalar === "int32" || scalar === "int64" ? WireType.Varint : WireType.LengthDelimited;
}
