/** A field of a message: its number, and a number, a string, or the fields of a nested message. */
type ProtobufField = readonly [number: number, value: string | readonly ProtobufField[]];

const magic = "k8s\0";
const printable = /^[\x20-\x7e\n\t]*$/;

/** An answer in Kubernetes' protobuf, parsed without its types; for a watch, one event after the other. */
export function protobufTree(bytes: Buffer, isStream: boolean): unknown {
  if (!isStream) return envelope(bytes);
  const events: unknown[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    events.push(fields(bytes.subarray(at + 4, at + 4 + size)) ?? bytes.toString("hex"));
    at += 4 + size;
  }
  return events;
}

function envelope(bytes: Buffer): unknown {
  if (bytes.subarray(0, 4).toString("latin1") !== magic) return bytes.toString("hex");
  return [magic, fields(bytes.subarray(4)) ?? bytes.toString("hex")];
}

/** The fields of a message; undefined if the bytes are not a message. */
function fields(bytes: Buffer): ProtobufField[] | undefined {
  const found: ProtobufField[] = [];
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length && shift < 70n; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag === undefined || tag >> 3n === 0n || tag >> 3n > 2000n) return undefined;
    const number = Number(tag >> 3n);
    const type = Number(tag & 7n);
    if (type === 0) {
      const value = varint();
      if (value === undefined) return undefined;
      found.push([number, String(value)]);
    } else if (type === 2) {
      const size = varint();
      if (size === undefined || at + Number(size) > bytes.length) return undefined;
      found.push([number, value(bytes.subarray(at, at + Number(size)))]);
      at += Number(size);
    } else return undefined;
  }
  return found;
}

/** A string if the bytes are readable as one, otherwise a message, otherwise the bytes. */
function value(bytes: Buffer): ProtobufField[1] {
  if (bytes.subarray(0, 4).toString("latin1") === magic)
    return [[0, fields(bytes.subarray(4)) ?? bytes.toString("hex")]];
  const text = bytes.toString("utf8");
  if (printable.test(text)) return text;
  return fields(bytes) ?? bytes.toString("hex");
}
