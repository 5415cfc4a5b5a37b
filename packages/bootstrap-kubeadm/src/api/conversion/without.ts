/** The fields without some of them. */
export function without<Fields extends object, const Name extends keyof Fields & string>(
  fields: Fields,
  ...names: readonly Name[]
): Omit<Fields, Name> {
  const kept = Object.entries(fields).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as Omit<Fields, Name>;
}
