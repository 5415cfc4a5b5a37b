/** A JSON object whose fields are looked up by name: what comes from a request may have any. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none if `value` is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The fields that have a value; `undefined` if none has. */
export function present(fields: Fields): Fields | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** As {@link present}, for an object that stays if it is empty. */
export function compact(fields: Fields): Fields {
  return present(fields) ?? {};
}

/** The fields without some of them. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** A list with each item converted; `undefined` if it is none, or empty where that may not be. */
export function eachOf(list: unknown, convert: (item: Fields) => unknown): unknown[] | undefined {
  return Array.isArray(list) ? list.map((item) => convert(fieldsOf(item))) : undefined;
}

/** `undefined` for an empty list. */
export function filled(list: unknown): unknown {
  return Array.isArray(list) && list.length === 0 ? undefined : list;
}

/** `convert` of what is there. */
export function ifThere<T>(value: unknown, convert: (fields: Fields) => T): T | undefined {
  return value === undefined ? undefined : convert(fieldsOf(value));
}
