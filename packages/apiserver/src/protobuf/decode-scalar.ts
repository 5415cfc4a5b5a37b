import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { exactInteger, type JsonObject, parseJson } from "@capstan/kube";
import { type Scalar } from "../types/struct-type.ts";
import { decodeTime } from "./time.ts";

/** Decodes a schema of a CustomResourceDefinition, which may be in place of a scalar. */
type DecodeSchema = (bytes: Uint8Array) => JsonObject;

const readInteger = (reader: BinaryReader): unknown => exactInteger(String(reader.int64()));

/** Decoders of scalars with a wire type of their own. */
const plain: Readonly<Partial<Record<Scalar, (reader: BinaryReader) => unknown>>> = {
  string: (reader) => reader.string(),
  bool: (reader) => reader.bool(),
  int32: readInteger,
  int64: readInteger,
  double: (reader) => reader.double(),
  bytes: (reader) => Buffer.from(reader.bytes()).toString("base64"),
  time: (reader) => decodeTime(reader.bytes(), false),
  microTime: (reader) => decodeTime(reader.bytes(), true),
};

/** Decodes the value of a field into JSON. */
export function decodeScalar(scalar: Scalar, reader: BinaryReader, decodeSchema: DecodeSchema): unknown {
  const read = plain[scalar];
  if (read !== undefined) return read(reader);
  const parts = partsOf(reader.bytes());
  return messages[scalar]?.(parts, decodeSchema);
}

const readJson = (parts: Parts): unknown => parseJson(parts.text(1) || "null", { integers: "exact" });

/** Decoders of scalars that are messages. */
const messages: Readonly<Partial<Record<Scalar, (parts: Parts, decodeSchema: DecodeSchema) => unknown>>> = {
  quantity: (parts) => parts.text(1),
  intOrString: (parts) => (parts.integer(1) === 1n ? parts.text(3) : Number(parts.integer(2))),
  strings: (parts) => parts.all(1).map(textOf),
  raw: readJson,
  json: readJson,
  fields: readJson,
  schemaOrBool: (parts, decode) => (parts.has(2) ? decode(parts.last(2)) : parts.integer(1) === 1n),
  schemaOrArray: (parts, decode) => (parts.has(1) ? decode(parts.last(1)) : parts.all(2).map(decode)),
  schemaOrStrings: (parts, decode) => (parts.has(1) ? decode(parts.last(1)) : parts.all(2).map(textOf)),
};

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** The fields of a small message. */
interface Parts {
  has(number: number): boolean;
  all(number: number): Uint8Array[];
  last(number: number): Uint8Array;
  text(number: number): string;
  integer(number: number): bigint;
}

function partsOf(bytes: Uint8Array): Parts {
  const parts = new Map<number, (Uint8Array | bigint)[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire !== WireType.Varint && wire !== WireType.LengthDelimited) {
      reader.skip(wire, number);
      continue;
    }
    const value = wire === WireType.Varint ? BigInt(reader.int64()) : reader.bytes();
    parts.set(number, [...(parts.get(number) ?? []), value]);
  }
  const all = (number: number): Uint8Array[] => (parts.get(number) ?? []).filter((value) => typeof value !== "bigint");
  const last = (number: number): Uint8Array => all(number).at(-1) ?? new Uint8Array();
  return {
    all,
    last,
    has: (number) => parts.has(number),
    text: (number) => textOf(last(number)),
    integer: (number) => {
      const value = parts.get(number)?.at(-1);
      return typeof value === "bigint" ? value : 0n;
    },
  };
}
