import { type Dialect, plainDialect, type Struct } from "../cel/check/dialect.ts";
import { global, type Overload } from "../cel/functions/overload.ts";
import { dynType, listOf, opaque, stringType } from "../cel/types/cel-type.ts";
import { CelList, CelMap, type CelValue, StructValue } from "../cel/values/value.ts";

/** Kubernetes' functions for creating JSON patches. */
const patches: readonly Overload[] = [
  global("jsonpatch.escapeKey", "string_jsonpatch_escapeKey_string", [stringType], stringType, (key: string) =>
    key.replaceAll("~", "~0").replaceAll("/", "~1"),
  ),
];

const patchType = opaque("JSONPatch");
const patchFields = new Map([
  ["op", stringType],
  ["path", stringType],
  ["from", stringType],
  ["value", dynType],
]);

/** The value types of expressions that change objects. */
export const changes = { JSONPatch: [listOf(patchType)], ApplyConfiguration: [opaque("Object")] } as const;

/** The additions for expressions that change objects: object types that are named after their path, and operations of a JSON patch. */
export const patchDialect: Dialect = {
  functions: new Map([...plainDialect.functions, ...Map.groupBy(patches, ({ name }) => name)]),
  struct: (name): Struct | undefined => {
    if (name === "JSONPatch") return { type: patchType, field: (field) => patchFields.get(field) };
    if (name !== "Object" && !name.startsWith("Object.")) return undefined;
    return { type: opaque(name), field: () => dynType };
  },
};

/** The objects whose type does not match their path, one after the other; empty if all match. */
export function misplaced(value: CelValue, path: readonly string[]): string[] {
  if (value instanceof StructValue) {
    const expected = path.join(".");
    const own = JSON.stringify(value.typeName);
    const problem = `unexpected type name ${own}, expected ${JSON.stringify(expected)}, which matches field name path from root Object type`;
    const below = Array.from(value.fields, ([field, member]) => misplaced(member, [...path, field])).flat();
    return value.typeName === expected ? below : [problem, ...below];
  }
  if (value instanceof CelList) return Array.from(value, (item) => misplaced(item, path)).flat();
  if (!(value instanceof CelMap)) return [];
  return Array.from(value.keys(), (key) => misplaced(value.find(key) ?? null, path)).flat();
}
