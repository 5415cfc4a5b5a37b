import { fieldsOf, textAt } from "@capstan/kube";

/** The prefix of every body in Kubernetes' protobuf format. */
const magic = "k8s\0";
/** The field numbers of the object in the envelope, its metadata, and its name. */
const pathToName = [2, 1, 1];

/** The name of the object in the body of a request, JSON or protobuf; empty if it has none. */
export function nameInBody(body: Buffer): string {
  if (body.subarray(0, magic.length).toString("latin1") === magic) {
    return nameInProtobuf(body.subarray(magic.length));
  }
  try {
    return textAt(fieldsOf(fieldsOf(JSON.parse(body.toString("utf8"))).metadata), "name") ?? "";
  } catch {
    return "";
  }
}

function nameInProtobuf(body: Buffer): string {
  let bytes: Buffer | undefined = body;
  for (const field of pathToName) bytes = bytes === undefined ? undefined : bytesOfField(bytes, field);
  return bytes?.toString("utf8") ?? "";
}

/** The first length-delimited field with this number, before any field of another type. */
function bytesOfField(message: Buffer, wanted: number): Buffer | undefined {
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; position < message.length; shift *= 128) {
      const byte = message[position] ?? 0;
      position += 1;
      value += (byte % 128) * shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (position < message.length) {
    const tag = varint();
    if (tag % 8 !== 2) return undefined;
    const length = varint();
    if (Math.floor(tag / 8) === wanted) return message.subarray(position, position + length);
    position += length;
  }
  return undefined;
}
