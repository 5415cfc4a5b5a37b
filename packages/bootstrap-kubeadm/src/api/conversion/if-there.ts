/** The result of `convert` if there is a value. */
export function ifThere<Value, Converted>(
  value: Value | undefined,
  convert: (value: Value) => Converted,
): Converted | undefined {
  return value === undefined ? undefined : convert(value);
}
