import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type JsonObject } from "@capstan/kube";
import { decodeMessage } from "./decode.ts";
import { encodeMessage } from "./encode.ts";
import { MalformedProtobuf, readProtobuf, skipField } from "./malformed-protobuf.ts";

export const protobufType = "application/vnd.kubernetes.protobuf";

/** The prefix of every body in Kubernetes' protobuf format, before an envelope with the type and the object. */
const magic = Buffer.from("k8s\0", "latin1");

/** An envelope and its object. */
interface Enveloped {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/**
 * Reads the envelope of a protobuf body.
 *
 * @throws MalformedProtobuf
 */
export function openEnvelope(body: Uint8Array): Enveloped {
  if (body.length === 0) throw new MalformedProtobuf("empty data");
  if (!magic.equals(body.subarray(0, magic.length))) {
    const prefix = [...magic].join(" ");
    throw new MalformedProtobuf(`provided data does not appear to be a protobuf message, expected prefix [${prefix}]`);
  }
  if (body.length === magic.length) throw new MalformedProtobuf("empty body");
  const [parts, type] = readProtobuf(() => {
    const fields = bytesByField(body.subarray(magic.length), "Unknown");
    return [fields, bytesByField(fields.get(1) ?? empty, "TypeMeta")] as const;
  });
  const text = (number: number): string => Buffer.from(type.get(number) ?? empty).toString();
  return { apiVersion: text(1), kind: text(2), raw: parts.get(2) ?? empty };
}

/**
 * The object in an envelope, decoded as the struct `name`.
 *
 * @throws MalformedProtobuf
 */
export function decodeEnveloped({ apiVersion, kind, raw }: Enveloped, name: string): JsonObject {
  return { kind, apiVersion, ...readProtobuf(() => decodeMessage(raw, name)) };
}

/** Encodes an object of the struct `name` as Go does. */
export function encodeObject(object: JsonObject, name: string): Buffer {
  const { apiVersion = "", kind = "" } = object;
  return seal({ apiVersion: String(apiVersion), kind: String(kind), raw: encodeMessage(object, name) });
}

/** A body with an object that is already encoded. */
export function seal({ apiVersion, kind, raw }: Enveloped): Buffer {
  const type = new BinaryWriter();
  type.tag(1, WireType.LengthDelimited).string(apiVersion).tag(2, WireType.LengthDelimited).string(kind);
  const envelope = new BinaryWriter();
  envelope.tag(1, WireType.LengthDelimited).bytes(type.finish()).tag(2, WireType.LengthDelimited).bytes(raw);
  // The content's encoding and type, which are empty.
  envelope.tag(3, WireType.LengthDelimited).string("").tag(4, WireType.LengthDelimited).string("");
  return Buffer.concat([magic, envelope.finish()]);
}

/** One event of a watch with a length prefix, for a protobuf stream. `body` is a whole protobuf body. */
export function encodeWatchEvent(type: string, body: Uint8Array): Buffer {
  const object = new BinaryWriter();
  object.tag(1, WireType.LengthDelimited).bytes(body);
  const event = new BinaryWriter();
  event.tag(1, WireType.LengthDelimited).string(type).tag(2, WireType.LengthDelimited).bytes(object.finish());
  const bytes = event.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const empty = new Uint8Array();

function bytesByField(bytes: Uint8Array, name: string): Map<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire === WireType.LengthDelimited) fields.set(number, reader.bytes());
    else skipField(reader, [number, wire], name);
  }
  return fields;
}
