/** The value of a field: unsigned number, string, or message. */
type Value = bigint | boolean | string | Buffer;

/** Encodes a protobuf message from fields by number. A repeated field is a list; zero and empty strings are omitted. */
export function encodeMessage(...fields: readonly (readonly [number, Value])[]): Buffer {
  return Buffer.concat(fields.flatMap(([number, value]) => encodeField(number, value)));
}

function encodeField(number: number, value: Value): Buffer[] {
  if (typeof value === "bigint" || typeof value === "boolean") {
    return BigInt(value) === 0n ? [] : [varint(BigInt(number << 3)), varint(BigInt(value))];
  }
  const bytes = Buffer.from(value);
  return [varint(BigInt((number << 3) | 2)), varint(BigInt(bytes.length)), bytes];
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}

/** The number in field 1 of a message without other fields; 0 if it is missing. */
export function decodeNumber(message: Buffer): bigint {
  let value = 0n;
  for (const [index, byte] of message.subarray(1).entries()) value |= BigInt(byte & 0x7f) << BigInt(7 * index);
  return value;
}
