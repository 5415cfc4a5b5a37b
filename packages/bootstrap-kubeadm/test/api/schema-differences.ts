/** A place where two schemas differ: the value in each, as JSON; `-` if it is missing. */
export interface SchemaDifference {
  readonly path: string;
  readonly upstream: string;
  readonly ours: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Lists of a schema whose order has no meaning. */
const sets = ["required", "enum"];

/**
 * The places where two structural schemas differ, except for descriptions: fields, types, enums, bounds, defaults, required, extensions.
 */
export function schemaDifferences(upstream: unknown, ours: unknown, path = ""): SchemaDifference[] {
  if (!isObject(upstream) || !isObject(ours)) {
    const both = [stable(upstream), stable(ours)] as const;
    return both[0] === both[1] ? [] : [{ path, upstream: both[0], ours: both[1] }];
  }
  const keywords = new Set([...Object.keys(upstream), ...Object.keys(ours)]);
  keywords.delete("description");
  return [...keywords].sort().flatMap((keyword) => {
    const [left, right] = [upstream[keyword], ours[keyword]];
    switch (keyword) {
      case "properties":
        return propertyDifferences(left, right, path);
      case "items":
        return schemaDifferences(left, right, `${path}[]`);
      case "additionalProperties":
        return schemaDifferences(left, right, `${path}{}`);
      default: {
        const both = sets.includes(keyword)
          ? ([stable(sorted(left)), stable(sorted(right))] as const)
          : ([stable(left), stable(right)] as const);
        return both[0] === both[1] ? [] : [{ path: `${path} ${keyword}`, upstream: both[0], ours: both[1] }];
      }
    }
  });
}

function propertyDifferences(upstream: unknown, ours: unknown, path: string): SchemaDifference[] {
  const [left, right] = [isObject(upstream) ? upstream : {}, isObject(ours) ? ours : {}];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort().flatMap((name) => {
    const place = path === "" ? name : `${path}.${name}`;
    if (left[name] === undefined) return [{ path: place, upstream: "-", ours: "a field" }];
    if (right[name] === undefined) return [{ path: place, upstream: "a field", ours: "-" }];
    return schemaDifferences(left[name], right[name], place);
  });
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).sort() : value;
}

function stable(value: unknown): string {
  if (value === undefined) return "-";
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
