import type { Type } from "typebox";

/**
 * Keywords on lists and objects that v1beta2 has and v1beta1 does not: in v1beta1, lists and objects may be empty, and a list may have
 * several field owners.
 */
const newIn: ReadonlySet<string> = new Set(["minItems", "minProperties", "x-kubernetes-list-type"]);

/** Keywords that contain schemas by name. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/**
 * Converts a part of the v1beta2 schema to v1beta1: the same fields and types, in lists and objects that may be empty.
 *
 * @returns a copy, which keeps the data that TypeBox stores in a schema apart from its keywords.
 */
export function withoutLowerBounds<Schema extends Type.TSchema>(schema: Schema): Schema {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(schema))
    .filter(([keyword]) => !newIn.has(keyword))
    .map(([keyword, descriptor]) => [keyword, { ...descriptor, value: converted(keyword, descriptor.value) }] as const);
  return Object.defineProperties({}, Object.fromEntries(descriptors)) as Schema;
}

function converted(keyword: string, value: unknown): unknown {
  if (keyword === "items") return withoutLowerBounds(value as Type.TSchema);
  if (!maps.has(keyword)) return value;
  const schemas = Object.entries(value as Readonly<Record<string, Type.TSchema>>);
  return Object.fromEntries(schemas.map(([name, schema]) => [name, withoutLowerBounds(schema)]));
}
