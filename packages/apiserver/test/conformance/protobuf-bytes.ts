/** A protobuf message of strings and of messages, by field number. */
export function message(...fields: readonly (readonly [number, string | Buffer])[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      const bytes = Buffer.from(value);
      return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes]);
    }),
  );
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)];
}

/** A body in Kubernetes' protobuf form: a magic number, and an envelope with the type and the object. */
export function protobuf(type: { apiVersion: string; kind: string }, object: Buffer): Buffer {
  const envelope = message([1, message([1, type.apiVersion], [2, type.kind])], [2, object]);
  return Buffer.concat([Buffer.from("k8s\0", "latin1"), envelope]);
}
