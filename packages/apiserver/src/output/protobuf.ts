import { type JsonObject } from "@capstan/kube";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { encodeMessage } from "../protobuf/encode.ts";
import { seal } from "../protobuf/envelope.ts";
import { typeOfKind } from "../registry/built-in/kind-types.ts";

const encoded = new WeakMap<JsonObject, Uint8Array>();

/** The bytes of an object of a built-in kind, without its type; encoded once for all clients. */
function rawOf(object: JsonObject, type: string): Uint8Array {
  let raw = encoded.get(object);
  if (raw === undefined) {
    raw = encodeMessage(object, type);
    encoded.set(object, raw);
  }
  return raw;
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The protobuf body for an object of a built-in kind. */
export function protobufObject(object: JsonObject & TypeMeta): Buffer {
  const { apiVersion, kind } = object;
  return seal({ apiVersion, kind, raw: rawOf(object, typeOf({ apiVersion, kind })) });
}

/** The protobuf body for a list of a built-in kind. */
export function protobufList(type: TypeMeta, metadata: JsonObject, items: readonly JsonObject[]): Buffer {
  const itemType = typeOf({ ...type, kind: type.kind.slice(0, -"List".length) });
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).bytes(encodeMessage(metadata, "meta.v1.ListMeta"));
  for (const item of items) writer.tag(2, WireType.LengthDelimited).bytes(rawOf(item, itemType));
  return seal({ ...type, raw: writer.finish() });
}

function typeOf({ apiVersion, kind }: TypeMeta): string {
  const type = typeOfKind(apiVersion, kind);
  if (type === undefined) throw new Error(`${kind} of ${apiVersion} has no protobuf form.`);
  return type;
}
