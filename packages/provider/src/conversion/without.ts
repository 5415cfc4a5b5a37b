/** The fields without some of them. */
export function without<Fields extends object, Name extends string>(
  fields: Fields,
  ...names: Name[]
): Omit<Fields, Name> {
  const kept = Object.entries(fields).filter(([field]) => !(names as readonly string[]).includes(field));
  return Object.fromEntries(kept) as Omit<Fields, Name>;
}
