import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isJsonObject, type JsonObject, stringifyJson } from "@capstan/kube";
import { type Scalar } from "../types/struct-type.ts";
import { encodeTime } from "./time.ts";

/** Encodes a schema of a CustomResourceDefinition, which may be in place of a scalar. */
type EncodeSchema = (schema: JsonObject) => Uint8Array;

const writeInteger = (value: unknown, writer: BinaryWriter): unknown =>
  writer.int64(typeof value === "bigint" ? value : Number(value));

/** Encoders of scalars with a wire type of their own. */
const plain: Readonly<Partial<Record<Scalar, (value: unknown, writer: BinaryWriter) => unknown>>> = {
  string: (value, writer) => writer.string(String(value)),
  bool: (value, writer) => writer.bool(value === true),
  int32: writeInteger,
  int64: writeInteger,
  double: (value, writer) => writer.double(Number(value)),
  bytes: (value, writer) => writer.bytes(Buffer.from(String(value), "base64")),
  time: encodeTime,
  microTime: encodeTime,
};

/** Encodes a JSON value in a field, without the field's tag. */
export function encodeScalar(scalar: Scalar, value: unknown, writer: BinaryWriter, encodeSchema: EncodeSchema): void {
  const write = plain[scalar];
  if (write !== undefined) {
    write(value, writer);
    return;
  }
  writer.fork();
  messages[scalar]?.(value, writer, encodeSchema);
  writer.join();
}

function writeBytes(writer: BinaryWriter, number: number, content: Uint8Array | string): void {
  writer.tag(number, WireType.LengthDelimited).bytes(typeof content === "string" ? Buffer.from(content) : content);
}

function writeJson(value: unknown, writer: BinaryWriter): void {
  if (value !== null && value !== undefined) writeBytes(writer, 1, stringifyJson(value));
}

/** A schema, or a list of schemas or strings. */
function writeSchemas(value: unknown, writer: BinaryWriter, encode: EncodeSchema): void {
  if (isJsonObject(value)) writeBytes(writer, 1, encode(value));
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    writeBytes(writer, 2, isJsonObject(item) ? encode(item) : String(item));
  }
}

/** Encoders of scalars that are messages. */
const messages: Readonly<
  Partial<Record<Scalar, (value: unknown, writer: BinaryWriter, encodeSchema: EncodeSchema) => void>>
> = {
  quantity: (value, writer) => {
    writeBytes(writer, 1, String(value));
  },
  intOrString: (value, writer) => {
    const isText = typeof value === "string";
    writer.tag(1, WireType.Varint).int64(isText ? 1 : 0);
    writer.tag(2, WireType.Varint).int64(isText ? 0 : Number(value));
    writeBytes(writer, 3, isText ? value : "");
  },
  strings: (value, writer) => {
    for (const item of Array.isArray(value) ? value : []) writeBytes(writer, 1, String(item));
  },
  raw: writeJson,
  json: writeJson,
  fields: writeJson,
  schemaOrBool: (value, writer, encode) => {
    // Go reads it as a flag that allows a schema.
    writer.tag(1, WireType.Varint).bool(value !== false);
    if (isJsonObject(value)) writeBytes(writer, 2, encode(value));
  },
  schemaOrArray: writeSchemas,
  schemaOrStrings: writeSchemas,
};
