import { isJsonObject, type JsonObject, setField } from "@capstan/kube";
import { readScalar } from "./scalars.ts";
import {
  type Field,
  type FieldType,
  memberNames,
  type Scalar,
  schemaType,
  type StructType,
  structType,
} from "./struct-type.ts";

/** A value that does not fit its Go type, with Go's message. */
export class ShapeError extends Error {
  /** The message of the conversion from maps to structs, without JSON in between. */
  readonly converted: string;

  constructor(message: string, converted = message) {
    super(message);
    this.converted = converted;
  }
}

interface ShapeOptions {
  /** Collects the paths of unknown fields, in the format of strict field validation. */
  readonly unknown?: string[];
  /** Whether to set defaults. */
  readonly defaults?: boolean;
}

interface Place {
  /** With indexes, as in messages about unknown fields. */
  readonly path: string;
  /** Without indexes, as Go names fields. */
  readonly goPath: string;
  readonly options: ShapeOptions;
}

/**
 * Formats an object as Go does after reading `value` into a struct: without unknown fields, with or without zeros depending on the type,
 * with quantities and times in canonical form, and with members in the order of the struct.
 *
 * @throws ShapeError
 */
export function shape(value: JsonObject, name: string, options: ShapeOptions = {}): JsonObject {
  return shapeStruct(value, structType(name), { path: "", goPath: "", options });
}

/** The value of a struct's member if nothing sets it. */
export function emptyMember(name: string, member: string): unknown {
  return shape({}, name, { defaults: true })[member];
}

function shapeStruct(object: JsonObject, type: StructType, place: Place): JsonObject {
  const shaped: Record<string, unknown> = {};
  if (type.object) {
    for (const key of ["kind", "apiVersion"])
      if (typeof object[key] === "string" && object[key] !== "") shaped[key] = object[key];
  }
  fill(shaped, object, type, place);
  const known = memberNames(type);
  for (const key of Object.keys(object)) {
    if (!known.has(key)) place.options.unknown?.push(place.path === "" ? key : `${place.path}.${key}`);
  }
  return shaped;
}

function fill(shaped: Record<string, unknown>, object: JsonObject, type: StructType, place: Place): void {
  for (const field of type.fields) {
    if (field.inline && field.type.kind === "struct") {
      fill(shaped, object, structType(field.type.name), place);
      continue;
    }
    const given = object[field.name] ?? undefined;
    const value =
      given === undefined && !isFilledIn(field, place.options)
        ? emptyField(field)
        : shapeField(given, field, type, placeBelow(place, field.name));
    if (value !== undefined) shaped[field.name] = value;
  }
}

function placeBelow({ path, goPath, options }: Place, name: string): Place {
  return { path: path === "" ? name : `${path}.${name}`, goPath: goPath === "" ? name : `${goPath}.${name}`, options };
}

/** Whether an unset field nevertheless has a value. */
function isFilledIn(field: Field, { defaults }: ShapeOptions): boolean {
  return (!field.pointer && field.type.kind === "struct") || (defaults === true && field.default !== undefined);
}

/** The value of an unset field, undefined if Go omits it. */
function emptyField({ type, pointer, omitEmpty, omitZero }: Field): unknown {
  if (pointer) return omitEmpty ? undefined : null;
  // Empty lists and maps are dropped when they are stored.
  return omitZero || (omitEmpty && !isStruct(type)) ? undefined : zeroOf(type);
}

/** The value of a field, undefined if Go omits it. */
function shapeField(given: unknown, field: Field, owner: StructType, place: Place): unknown {
  const { type, pointer, omitZero } = field;
  const value = given === undefined ? undefined : shapeValue(given, type, owner, place);
  if (
    place.options.defaults === true &&
    field.default !== undefined &&
    (value === undefined || (!pointer && isZero(value, type)))
  ) {
    return shapeValue(field.default, type, owner, place);
  }
  if (pointer) return value ?? emptyField(field);
  if (type.kind === "struct") {
    const struct = value ?? shapeValue({}, type, owner, place);
    return omitZero && isJsonObject(struct) && Object.keys(struct).length === 0 ? undefined : struct;
  }
  return value === undefined || isZero(value, type) ? emptyField(field) : value;
}

/** Scalars that Go stores in a struct, which `omitempty` does not omit. */
const structs: ReadonlySet<Scalar> = new Set(["time", "microTime", "quantity", "intOrString", "raw", "json"]);

function isStruct(type: FieldType): boolean {
  return type.kind === "scalar" && structs.has(type.scalar);
}

function isZero(value: unknown, type: FieldType): boolean {
  if (type.kind === "list") return Array.isArray(value) && value.length === 0;
  if (type.kind === "map") return isJsonObject(value) && Object.keys(value).length === 0;
  if (type.kind === "struct") return false;
  return (
    value === "" || value === 0 || value === false || value === null || (Array.isArray(value) && value.length === 0)
  );
}

function zeroOf(type: FieldType): unknown {
  if (type.kind !== "scalar") return null;
  switch (type.scalar) {
    case "string":
      return "";
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "double":
    case "intOrString":
      return 0;
    case "quantity":
      return "0";
    case "bytes":
    case "time":
    case "microTime":
    case "raw":
    case "json":
    case "fields":
    case "strings":
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return null;
  }
}

function shapeValue(value: unknown, type: FieldType, owner: StructType, place: Place): unknown {
  switch (type.kind) {
    case "struct":
      if (!isJsonObject(value)) throw wrongType(value, type, owner, place);
      return shapeStruct(value, structType(type.name), place);
    case "list":
      if (!Array.isArray(value)) throw wrongType(value, type, owner, place);
      return value.map((item: unknown, index) =>
        shapeItem(item, type.items, owner, { ...place, path: `${place.path}[${index}]` }),
      );
    case "map":
      if (!isJsonObject(value)) throw wrongType(value, type, owner, place);
      return shapeMap(value, type.values, owner, place);
    case "scalar":
      return shapeScalar(value, type.scalar, owner, place);
  }
}

function shapeMap(map: JsonObject, type: FieldType, owner: StructType, place: Place): JsonObject {
  const shaped = {};
  for (const key of Object.keys(map)) {
    const item = map[key];
    // A scalar has no unknown fields.
    const below = typeof item === "object" ? { ...place, path: `${place.path}.${key}` } : place;
    setField(shaped, key, shapeItem(item, type, owner, below));
  }
  return shaped;
}

/** Null in a list or map becomes the zero value of its type. */
function shapeItem(item: unknown, type: FieldType, owner: StructType, place: Place): unknown {
  if (item !== null && item !== undefined) return shapeValue(item, type, owner, place);
  return type.kind === "struct" ? shapeStruct({}, structType(type.name), place) : zeroOf(type);
}

function shapeScalar(value: unknown, scalar: Scalar, owner: StructType, place: Place): unknown {
  if (scalar === "schemaOrArray" || scalar === "schemaOrBool" || scalar === "schemaOrStrings") {
    const schema: FieldType = { kind: "struct", name: schemaType };
    if (isJsonObject(value)) return shapeValue(value, schema, owner, place);
    return scalar === "schemaOrArray" && Array.isArray(value)
      ? shapeValue(value, { kind: "list", items: schema }, owner, place)
      : value;
  }
  const read = readScalar(value, scalar);
  if ("value" in read) return read.value;
  if (read.problem !== undefined) throw new ShapeError(read.problem);
  throw wrongType(value, { kind: "scalar", scalar }, owner, place, read.expected);
}

function wrongType(
  value: unknown,
  type: FieldType,
  owner: StructType,
  place: Place,
  expected = goType(type),
): ShapeError {
  const struct = owner.name.slice(owner.name.lastIndexOf(".") + 1);
  return new ShapeError(
    `json: cannot unmarshal ${goValue(value, expected)} into Go struct field ${struct}.${place.goPath} of type ${expected}`,
    conversionProblem(value, type, expected),
  );
}

/** Why a value in a map does not convert to a field. */
function conversionProblem(value: unknown, type: FieldType, expected: string): string {
  const found = kindInMap(value);
  if (type.kind === "struct") return `cannot restore struct from: ${found}`;
  if (type.kind !== "scalar") return `cannot restore ${type.kind === "list" ? "slice" : "map"} from ${found}`;
  const isNumber = (name: string): boolean => name.startsWith("int") || name === "float64";
  // Go converts integers to strings too, but not here.
  const isConvertible = (isNumber(found) && isNumber(expected)) || (found === "int64" && expected === "string");
  return isConvertible ? `cannot convert ${found} to ${expected}` : `unrecognized type: ${expected}`;
}

/** The Go kind of a decoded JSON value. */
function kindInMap(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "bigint" ? "int64" : typeof value === "string" ? "string" : "map";
}

function goValue(value: unknown, expected: string): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" || typeof value === "bigint")
    return expected.startsWith("int") ? `number ${value}` : "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function goType(type: FieldType): string {
  switch (type.kind) {
    case "struct":
      return type.name.split(".").slice(-2).join(".");
    case "list":
      return `[]${goType(type.items)}`;
    case "map":
      return `map[string]${goType(type.values)}`;
    case "scalar":
      return goScalars[type.scalar] ?? type.scalar;
  }
}

const goScalars: Readonly<Partial<Record<Scalar, string>>> = {
  bytes: "[]uint8",
  double: "float64",
  quantity: "resource.Quantity",
  strings: "[]string",
  time: "string",
};
