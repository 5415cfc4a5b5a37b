/**
 * All strings in a value, and where: `.status.conditions[0].message`. Of errors also what plain JSON leaves out: the message, the
 * stack, the cause.
 */
export function stringLeaves(
  value: unknown,
  path = "",
  above: ReadonlySet<object> = new Set(),
): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null || above.has(value)) return [];
  const within = new Set(above).add(value);
  const names = value instanceof Error ? Object.getOwnPropertyNames(value) : Object.keys(value);
  return names.flatMap((name) => {
    const place = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    // A name can be what leaks, too: of a label, of an annotation.
    return [[place, name] as [string, string], ...stringLeaves(Reflect.get(value, name), place, within)];
  });
}
