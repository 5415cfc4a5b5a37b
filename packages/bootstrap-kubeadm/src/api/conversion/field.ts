/** An object with this field, or without it if it has no value: JSON has no `undefined`, and neither have the types. */
export function field<const Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Readonly<Partial<Record<Name, Value>>> {
  return (value === undefined ? {} : { [name]: value }) as Readonly<Partial<Record<Name, Value>>>;
}

/** What `convert` makes of a value that is there. */
export function ifThere<Value, Converted>(
  value: Value | undefined,
  convert: (value: Value) => Converted,
): Converted | undefined {
  return value === undefined ? undefined : convert(value);
}
