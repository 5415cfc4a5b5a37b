/** A type, as the checker knows it. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  | { readonly kind: "type"; readonly of?: CelType }
  | { readonly kind: "opaque"; readonly name: string; readonly parameters: readonly CelType[] }
  | ObjectType
  | { readonly kind: "param"; readonly name: string };

type SimpleKind =
  "bool" | "bytes" | "double" | "duration" | "dyn" | "error" | "int" | "null" | "string" | "timestamp" | "uint";

/** An object with declared fields. Two object types are equal only if they are the same value. */
interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  readonly fields: ReadonlyMap<string, CelType>;
}

function simple(kind: SimpleKind): CelType {
  return { kind };
}

export const boolType = simple("bool");
export const bytesType = simple("bytes");
export const doubleType = simple("double");
export const durationType = simple("duration");
export const dynType = simple("dyn");
export const errorType = simple("error");
export const intType = simple("int");
export const nullType = simple("null");
export const stringType = simple("string");
export const timestampType = simple("timestamp");
export const uintType = simple("uint");

export function listOf(element: CelType): CelType {
  return { kind: "list", element };
}

export function mapOf(key: CelType, value: CelType): CelType {
  return { kind: "map", key, value };
}

export function opaque(name: string, ...parameters: readonly CelType[]): CelType {
  return { kind: "opaque", name, parameters };
}

export function optionalOf(type: CelType): CelType {
  return opaque("optional_type", type);
}

export function param(name: string): CelType {
  return { kind: "param", name };
}

/** The type in an optional; undefined for other types. */
export function unwrapOptional(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? (type.parameters[0] ?? dynType) : undefined;
}

/** The parameters of a type. */
export function parametersOf(type: CelType): readonly CelType[] {
  if (type.kind === "list") return [type.element];
  if (type.kind === "map") return [type.key, type.value];
  if (type.kind === "type") return type.of === undefined ? [] : [type.of];
  return type.kind === "opaque" ? type.parameters : [];
}

export function isSameType(left: CelType, right: CelType): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || left.kind === "object") return false;
  if ("name" in left && "name" in right && left.name !== right.name) return false;
  const [some, others] = [parametersOf(left), parametersOf(right)];
  return some.length === others.length && some.every((type, index) => isSameType(type, others[index] ?? errorType));
}

const wellKnownNames: Readonly<Record<string, string>> = {
  duration: "google.protobuf.Duration",
  error: "!error!",
  null: "null",
  timestamp: "google.protobuf.Timestamp",
};
const shortNames: Readonly<Record<string, string>> = {
  ...wellKnownNames,
  duration: "duration",
  timestamp: "timestamp",
};

/** The full name of a type. */
export function typeText(type: CelType): string {
  return textOf(type, wellKnownNames);
}

/** A type in the format of the checker's messages. */
export function shownType(type: CelType): string {
  return textOf(type, shortNames);
}

function textOf(type: CelType, names: Readonly<Record<string, string>>): string {
  const name = "name" in type ? type.name : (names[type.kind] ?? type.kind);
  const inner = parametersOf(type);
  return inner.length === 0 ? name : `${name}(${inner.map((one) => textOf(one, names)).join(", ")})`;
}
