import { remembered } from "../object/remembered.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
} from "../cel/types/cel-type.ts";
import { additionalSchema, type Schema } from "../schema/schema.ts";
import { escapeFieldName } from "./field-names.ts";

/** The CEL type of a schema's values, and their maximum size. */
export interface DeclaredType {
  readonly type: CelType;
  /** The maximum number of elements, characters or entries. */
  readonly most: number;
  /** The minimum number of bytes of the value's JSON. */
  readonly smallest: number;
  /** For objects, by the names in expressions. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** For lists and maps. */
  readonly element?: DeclaredType;
}

/** The maximum size of a request. */
export const largestRequest = 3 * 1024 * 1024;

const durationSize = 32;
const dateSize = 12;
const dateTimeSize = 32;

/**
 * The type of a schema's values; undefined if expressions cannot access them.
 *
 * @param name - the name of nested object types in messages.
 * @param root - whether the values are resources, with kind and metadata.
 */
export function declaredType(schema: Schema, name: string, root = false): DeclaredType | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) {
    return { type: dynType, most: maxLength(schema) ?? largestRequest - 2, smallest: 1 };
  }
  const own = root ? withResourceFields(schema) : schema;
  switch (own.type ?? "") {
    case "array":
      return listType(own, name);
    case "object":
      return objectType(own, name);
    case "string":
      return textType(own);
    case "boolean":
      return { type: boolType, most: 0, smallest: 4 };
    case "number":
      return { type: doubleType, most: 0, smallest: 1 };
    case "integer":
      return { type: intType, most: 0, smallest: 1 };
    default:
      return undefined;
  }
}

function listType(schema: Schema, name: string): DeclaredType | undefined {
  const element =
    schema.items === undefined ? undefined : declaredType(schema.items, `${name}.@idx`, isEmbedded(schema.items));
  if (element === undefined) return undefined;
  const most = atLeastZero(schema.maxItems) ?? Math.trunc((largestRequest - 2) / (element.smallest + 1));
  return { type: listOf(element.type), most, smallest: 2, element };
}

function objectType(schema: Schema, name: string): DeclaredType | undefined {
  const additional = additionalSchema(schema);
  if (additional === undefined) return fieldsType(schema, name);
  const element = declaredType(additional, `${name}.@elem`, isEmbedded(additional));
  if (element === undefined) return undefined;
  const most = atLeastZero(schema.maxProperties) ?? Math.trunc((largestRequest - 2) / (element.smallest + 6));
  return { type: mapOf(stringType, element.type), most, smallest: 2, element };
}

function fieldsType(schema: Schema, name: string): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  let smallest = 2;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const field = declaredType(property, `${name}.${key}`, isEmbedded(property));
    if (field === undefined) continue;
    const escaped = escapeFieldName(key);
    if (escaped !== undefined) fields.set(escaped, field);
    const isRequired = schema.required?.includes(key) === true && property.default === undefined;
    if (isRequired) smallest += Buffer.byteLength(key) + field.smallest + 4;
  }
  const types = new Map(Array.from(fields, ([key, { type }]) => [key, type]));
  return { type: { kind: "object", name, fields: types }, most: 0, smallest, fields };
}

function textType(schema: Schema): DeclaredType {
  switch (schema.format ?? "") {
    case "byte":
      return { type: bytesType, most: atLeastZero(schema.maxLength) ?? largestRequest - 2, smallest: 2 };
    case "duration":
      return { type: durationType, most: durationSize, smallest: 3 };
    case "date":
      return { type: timestampType, most: dateSize, smallest: dateSize };
    case "date-time":
      return { type: timestampType, most: dateTimeSize, smallest: 21 };
    default:
      return { type: stringType, most: maxLength(schema) ?? longestValue(schema) ?? largestRequest - 2, smallest: 2 };
  }
}

/** A character takes up to four bytes. */
function maxLength(schema: Schema): number | undefined {
  const length = atLeastZero(schema.maxLength);
  return length === undefined ? undefined : length * 4;
}

function longestValue({ enum: values = [] }: Schema): number | undefined {
  if (values.length === 0) return undefined;
  return Math.max(0, ...values.map((value) => (typeof value === "string" ? Buffer.byteLength(value) : 0)));
}

/** Normalizes a limit: negative limits become zero, and a limit may exceed the range of a number. */
export function atLeastZero(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(Number(value), 0);
}

export function isEmbedded(schema: Schema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

const text: Schema = { type: "string" };
const metadata: Schema = { type: "object", properties: { name: text, generateName: text } };

/** The schema with the fields of every resource that expressions can access: its kind, and the name in its metadata. */
export const withResourceFields = remembered((schema: Schema): Schema => {
  const { properties = {} } = schema;
  const isComplete =
    properties.kind?.type === "string" &&
    properties.apiVersion?.type === "string" &&
    properties.metadata?.type === "object" &&
    properties.metadata.properties?.name?.type === "string" &&
    properties.metadata.properties.generateName?.type === "string";
  return isComplete ? schema : { ...schema, properties: { ...properties, kind: text, apiVersion: text, metadata } };
});
