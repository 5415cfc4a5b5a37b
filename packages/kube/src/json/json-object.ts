/** A JSON object of unknown content, whose fields are looked up by name. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and not null, a list, or the bytes that YAML supports. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The fields of a JSON object; empty if `value` is something else. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A field of an object by name; undefined for the names that every JavaScript object inherits, such as `constructor`. */
export function ownField<Value>(fields: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The JSON object at `path` below `value`; undefined if a step of the path is not a JSON object. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject | undefined {
  let current = value;
  for (const step of path) {
    if (!isJsonObject(current)) return undefined;
    current = current[step];
  }
  return isJsonObject(current) ? current : undefined;
}

/** The fields of the JSON object at `path` below `value`; empty if it does not exist. */
export function fieldsAt(value: unknown, ...path: readonly string[]): JsonObject {
  return objectAt(value, ...path) ?? {};
}

/** The list at `path` below `value`; empty if it does not exist. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = objectAt(value, ...path.slice(0, -1))?.[path.at(-1) ?? ""];
  return Array.isArray(list) ? list : [];
}

/** The string at `path` below `value`, if there is one. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = objectAt(value, ...path.slice(0, -1))?.[path.at(-1) ?? ""];
  return typeof found === "string" ? found : undefined;
}

/** An object without some of its fields; the same object if it has none of these fields. */
export function without<Fields extends object, const Name extends keyof Fields & string>(
  fields: Fields,
  ...names: readonly Name[]
): Without<Fields, Name> {
  const isNamed = (name: string) => (names as readonly string[]).includes(name);
  if (!Object.keys(fields).some(isNamed)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isNamed(name))) as Without<Fields, Name>;
}

/** The type of {@link without}: an object type with any fields stays unchanged. */
export type Without<Fields, Name extends string> = string extends keyof Fields ? Fields : Omit<Fields, Name>;

/** An object with this field, or an empty object if the value is undefined: neither JSON nor exact optional types allow `undefined`. */
export function optional<const Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Readonly<Partial<Record<Name, Value>>> {
  return (value === undefined ? {} : { [name]: value }) as Readonly<Partial<Record<Name, Value>>>;
}

/** Removes `undefined` fields, for types whose optional fields must be omitted. */
export function definedFields<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

/** The type of {@link definedFields}: fields that may be `undefined` become optional, and exclude `undefined`. */
export type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};
