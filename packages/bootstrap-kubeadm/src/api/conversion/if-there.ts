/** What `convert` makes of a value that is there. */
export function ifThere<Value, Converted>(
  value: Value | undefined,
  convert: (value: Value) => Converted,
): Converted | undefined {
  return value === undefined ? undefined : convert(value);
}
