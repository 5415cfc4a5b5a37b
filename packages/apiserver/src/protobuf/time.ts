import { BinaryReader, type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { MalformedProtobuf, skipField } from "./malformed-protobuf.ts";

/** Seconds of Go's zero time, the beginning of the year 1. */
const zeroSeconds = -62_135_596_800;

/** A time in JSON: in seconds or microseconds; null if it is unset. */
export function decodeTime(bytes: Uint8Array, micro: boolean): string | null {
  let seconds = 0;
  let nanos = 0;
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === 1) seconds = Number(reader.int64());
    else if (number === 2) nanos = reader.int32();
    else skipField(reader, [number, wire], "Timestamp");
  }
  if (bytes.length === 0 || seconds <= zeroSeconds) return null;
  const date = new Date(seconds * 1000);
  // Beyond four-digit years, or the range of JavaScript.
  if (Number.isNaN(date.getTime())) throw new MalformedProtobuf("proto: Timestamp: seconds out of range");
  return `${date.toISOString().slice(0, 19)}${micro ? `.${String(Math.trunc(nanos / 1000)).padStart(6, "0")}` : ""}Z`;
}

export function encodeTime(value: unknown, writer: BinaryWriter): void {
  writer.fork();
  if (typeof value === "string") {
    const fraction = /\.(\d+)/.exec(value)?.[1] ?? "";
    writer.tag(1, WireType.Varint).int64(Math.floor(Date.parse(value) / 1000));
    writer.tag(2, WireType.Varint).int32(Number(fraction.padEnd(9, "0").slice(0, 9)));
  }
  writer.join();
}
