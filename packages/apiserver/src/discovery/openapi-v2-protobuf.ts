import { stringifyJson, type JsonObject } from "@capstan/kube";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** Writes a value with the number of its field. */
type Encode = (writer: BinaryWriter, number: number, value: unknown) => void;

/**
 * Encodes `/openapi/v2` for clients in Go: the messages of gnostic's OpenAPIv2.proto, as far as this server's documents use them. The field
 * numbers come from that file.
 */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  const writer = new BinaryWriter();
  documentFields(writer, document);
  return writer.finish();
}

const text: Encode = (writer, number, value) => writer.tag(number, WireType.LengthDelimited).string(String(value));
const bool: Encode = (writer, number, value) => writer.tag(number, WireType.Varint).bool(value === true);
const double: Encode = (writer, number, value) => writer.tag(number, WireType.Bit64).double(Number(value));
const int64: Encode = (writer, number, value) => writer.tag(number, WireType.Varint).int64(Number(value));

function each(encode: Encode): Encode {
  return (writer, number, value) => {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) encode(writer, number, item);
  };
}

function message(write: (writer: BinaryWriter, value: JsonObject) => void): Encode {
  return (writer, number, value) => {
    writer.tag(number, WireType.LengthDelimited).fork();
    write(writer, value as JsonObject);
    writer.join();
  };
}

/** A message with a single field: another message, or a list. */
function holder(inner: number, encode: Encode): Encode {
  return (writer, number, value) => {
    writer.tag(number, WireType.LengthDelimited).fork();
    encode(writer, inner, value);
    writer.join();
  };
}

/** A map: messages with a name and a value. */
function named(encode: Encode): Encode {
  return (writer, number, value) => {
    for (const [name, item] of Object.entries(value as JsonObject)) {
      writer.tag(number, WireType.LengthDelimited).fork();
      text(writer, 1, name);
      encode(writer, 2, item);
      writer.join();
    }
  };
}

/** Any value, as YAML. */
const any: Encode = holder(2, (writer, number, value) => {
  text(writer, number, `${stringifyJson(value)}\n`);
});

/** The fields of a message by name; names that begin with `x-` go to the extensions. */
function fields(extensions: number, known: Readonly<Record<string, readonly [number, Encode]>>) {
  return (writer: BinaryWriter, object: JsonObject): void => {
    for (const [name, value] of Object.entries(object)) {
      const field = known[name];
      if (field !== undefined) field[1](writer, field[0], value);
      else if (name.startsWith("x-")) named(any)(writer, extensions, { [name]: value });
    }
  };
}

const schema: Encode = message((writer, value) => {
  schemaFields(writer, value);
});

/** Either a schema, or whether additional properties are allowed. */
const additionalProperties: Encode = (writer, number, value) => {
  holder(typeof value === "boolean" ? 2 : 1, typeof value === "boolean" ? bool : schema)(writer, number, value);
};

const schemaFields = fields(31, {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  multipleOf: [6, double],
  maximum: [7, double],
  exclusiveMaximum: [8, bool],
  minimum: [9, double],
  exclusiveMinimum: [10, bool],
  maxLength: [11, int64],
  minLength: [12, int64],
  pattern: [13, text],
  maxItems: [14, int64],
  minItems: [15, int64],
  uniqueItems: [16, bool],
  maxProperties: [17, int64],
  minProperties: [18, int64],
  required: [19, each(text)],
  enum: [20, each(any)],
  additionalProperties: [21, additionalProperties],
  type: [22, holder(1, each(text))],
  items: [23, holder(1, schema)],
  properties: [25, holder(1, named(schema))],
});

const queryParameter = message(
  fields(23, { required: [1, bool], in: [2, text], name: [4, text], type: [6, text], uniqueItems: [19, bool] }),
);

const response = message(fields(5, { description: [1, text], schema: [2, holder(1, schema)] }));

const operation = message(
  fields(13, {
    parameters: [8, each(holder(1, holder(2, holder(3, queryParameter))))],
    responses: [9, holder(1, named(holder(1, response)))],
  }),
);

const pathItem = message(
  fields(10, {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    patch: [8, operation],
  }),
);

const documentFields = fields(16, {
  swagger: [1, text],
  info: [2, message(fields(7, { title: [1, text], version: [2, text] }))],
  paths: [8, holder(2, named(pathItem))],
  definitions: [9, holder(1, named(schema))],
});
