/**
 * All strings in a value, with their paths: `.status.conditions[0].message`. For errors, includes fields that plain JSON omits: message,
 * stack and cause.
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
    // A name can leak too, for example that of a label or annotation.
    return [[place, name] as [string, string], ...stringLeaves(Reflect.get(value, name), place, within)];
  });
}
