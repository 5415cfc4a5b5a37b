/** `{ [key]: value }`, or nothing if the value is `undefined`: for objects with exact optional properties. */
export function optional<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, Value>>);
}
