import type { Type } from "typebox";

/**
 * What v1beta2 declares of lists and objects and v1beta1 did not yet: in v1beta1 they may be empty, and several appliers may share
 * a list.
 */
const newIn: ReadonlySet<string> = new Set(["minItems", "minProperties", "x-kubernetes-list-type"]);

/** Keywords that hold schemas by name. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/**
 * A part of v1beta2 as v1beta1 has it: the same fields and types, in lists and objects that may be empty.
 *
 * @returns a copy; what TypeBox stores in a schema apart from its keywords is kept.
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
