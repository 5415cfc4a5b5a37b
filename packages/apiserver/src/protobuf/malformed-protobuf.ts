import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** A body that is not valid protobuf, with Go's message. */
export class MalformedProtobuf extends Error {}

/**
 * The result of `read`.
 *
 * @throws MalformedProtobuf
 */
export function readProtobuf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedProtobuf) throw error;
    const problem = error instanceof Error ? goProblem(error.message) : undefined;
    if (problem === undefined) throw error;
    throw new MalformedProtobuf(problem, { cause: error });
  }
}

/** Go's message for a problem of the wire format reader. */
function goProblem(problem: string): string | undefined {
  if (problem === "premature EOF") return "unexpected EOF";
  if (problem === "invalid varint" || problem.startsWith("illegal tag: varint")) return "proto: integer overflow";
  const [, number = "0", wire] = /^illegal tag: field no (\d+) wire type (\d+)$/.exec(problem) ?? [];
  if (wire !== undefined) {
    return Number(number) > 0 ? `proto: illegal wireType ${wire}` : `proto: illegal tag ${number} (wire type ${wire})`;
  }
  // Messages are nested too deep.
  if (problem.startsWith("Maximum call stack")) return "exceeded max depth";
  const isGroup = ["maximum recursion", "invalid end group", "cant skip wire type"];
  return isGroup.some((words) => problem.startsWith(words)) ? "proto: unexpected end of group" : undefined;
}

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
