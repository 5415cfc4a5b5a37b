import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { type JsonObject, setField } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type Field, type FieldType, schemaType, type StructType, structType } from "../types/struct-type.ts";
import { decodeScalar } from "./decode-scalar.ts";
import { MalformedProtobuf, skipField } from "./malformed-protobuf.ts";
import { wireOf } from "./wire.ts";

/**
 * Decodes a message into the JSON of the struct `name`, with the fields that the message sets.
 *
 * @throws MalformedProtobuf a field has the wrong type.
 */
export function decodeMessage(bytes: Uint8Array, name: string): JsonObject {
  const object: Record<string, unknown> = {};
  const fields = fieldsByNumber(structType(name));
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const field = fields.get(number);
    if (field === undefined) skipField(reader, [number, wire], name.slice(name.lastIndexOf(".") + 1));
    else decodeField(object, field, reader, wire);
  }
  return object;
}

const fieldsByNumber = remembered(
  ({ fields }: StructType): ReadonlyMap<number, Field> => new Map(fields.map((field) => [field.number, field])),
);

function decodeField(object: Record<string, unknown>, field: Field, reader: BinaryReader, wire: WireType): void {
  const { name, type } = field;
  checkWire(field, wire);
  if (field.inline && type.kind === "struct") Object.assign(object, decodeMessage(reader.bytes(), type.name));
  else if (type.kind === "list") {
    const list = (object[name] ?? []) as unknown[];
    object[name] = list;
    if (wire === WireType.LengthDelimited && isNumber(type.items)) list.push(...unpacked(reader.bytes(), type.items));
    else list.push(decodeValue(type.items, reader));
  } else if (type.kind === "map") {
    const map = (object[name] ?? {}) as Record<string, unknown>;
    object[name] = map;
    const [key, value] = decodeEntry(reader.bytes(), type.values);
    setField(map, key, value);
  } else object[name] = decodeValue(type, reader);
}

function checkWire({ name, type }: Field, wire: WireType): void {
  const value = type.kind === "list" ? type.items : type;
  // Numbers of a list may be packed: consecutive in one field.
  if (type.kind === "list" && wire === WireType.LengthDelimited) return;
  if (wire === (value.kind === "scalar" ? wireOf(value.scalar) : WireType.LengthDelimited)) return;
  throw new MalformedProtobuf(`proto: wrong wireType = ${wire} for field ${goField(name)}`);
}

function goField(name: string): string {
  return name === "metadata" ? "ObjectMeta" : name.charAt(0).toUpperCase() + name.slice(1);
}

function decodeSchema(bytes: Uint8Array): JsonObject {
  return decodeMessage(bytes, schemaType);
}

function decodeValue(type: FieldType, reader: BinaryReader): unknown {
  if (type.kind === "struct") return decodeMessage(reader.bytes(), type.name);
  if (type.kind === "scalar") return decodeScalar(type.scalar, reader, decodeSchema);
  throw new Error("A list or map holds no lists or maps in protobuf.");
}

function decodeEntry(bytes: Uint8Array, values: FieldType): [string, unknown] {
  const reader = new BinaryReader(bytes);
  let key = "";
  let value: unknown = null;
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === 1) key = reader.string();
    else if (number === 2) value = decodeValue(values, reader);
    else skipField(reader, [number, wire], "entry");
  }
  return [key, value];
}

function isNumber(type: FieldType): boolean {
  return type.kind === "scalar" && wireOf(type.scalar) !== WireType.LengthDelimited;
}

function unpacked(bytes: Uint8Array, type: FieldType): unknown[] {
  const reader = new BinaryReader(bytes);
  const values: unknown[] = [];
  while (reader.pos < reader.len) values.push(decodeValue(type, reader));
  return values;
}
