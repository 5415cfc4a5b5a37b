import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { MalformedProtobuf } from "./malformed-protobuf.ts";

/**
 * Skips a field that the message `name` does not have.
 *
 * @throws MalformedProtobuf a group ends that has not begun.
 */
export function skipField(reader: BinaryReader, [number, wire]: readonly [number, WireType], name: string): void {
  if (wire === WireType.EndGroup) {
    throw new MalformedProtobuf(`proto: ${name}: wiretype end group for non-group`);
  }
  reader.skip(wire, number);
}
