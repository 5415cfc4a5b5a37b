import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type Field, type FieldType, schemaType, type StructType, structType } from "../types/struct-type.ts";
import { encodeScalar } from "./encode-scalar.ts";
import { wireOf } from "./wire.ts";

/** Encodes the struct `name` as Go does: fields by number, map keys sorted, zeros included unless they are pointers. */
export function encodeMessage(object: JsonObject, name: string): Uint8Array {
  const writer = new BinaryWriter();
  writeFields(object, name, writer);
  return writer.finish();
}

function writeFields(object: JsonObject, name: string, writer: BinaryWriter): void {
  for (const field of inOrder(structType(name))) writeField(object, field, writer);
}

const inOrder = remembered(({ fields }: StructType) => fields.toSorted((a, b) => a.number - b.number));

function writeField(object: JsonObject, { name, number, type, pointer, inline }: Field, writer: BinaryWriter): void {
  const value = inline ? object : object[name];
  switch (type.kind) {
    case "list":
      for (const item of Array.isArray(value) ? (value as unknown[]) : []) writeValue(item, number, type.items, writer);
      return;
    case "map":
      if (isJsonObject(value)) writeMap(value, number, type.values, writer);
      return;
    case "struct":
      if (pointer && !isJsonObject(value)) return;
      writeValue(value ?? {}, number, type, writer);
      return;
    case "scalar":
      if (value === undefined || value === null) {
        if (pointer || type.scalar === "bytes") return;
        writeValue(zeros[type.scalar] ?? null, number, type, writer);
      } else writeValue(value, number, type, writer);
  }
}

const zeros: Readonly<Record<string, unknown>> = {
  string: "",
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
  intOrString: 0,
  quantity: "0",
};

function writeMap(map: JsonObject, number: number, values: FieldType, writer: BinaryWriter): void {
  for (const key of Object.keys(map).sort()) {
    writer.tag(number, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key);
    writeValue(map[key], 2, values, writer);
    writer.join();
  }
}

function encodeSchema(schema: JsonObject): Uint8Array {
  return encodeMessage(schema, schemaType);
}

function writeValue(value: unknown, number: number, type: FieldType, writer: BinaryWriter): void {
  if (type.kind === "struct") {
    writer.tag(number, WireType.LengthDelimited).fork();
    writeFields(isJsonObject(value) ? value : {}, type.name, writer);
    writer.join();
  } else if (type.kind === "scalar") {
    writer.tag(number, wireOf(type.scalar));
    encodeScalar(type.scalar, value, writer, encodeSchema);
  }
}
