import { isJsonObject } from "@capstan/kube";
import { memberSchema, type Schema } from "../schema/schema.ts";
import { itemStep } from "../schema/typed-value.ts";

/** The paths of objects and lists in a value that are owned as a whole. */
export function atomicPaths(value: unknown, schema: Schema | undefined, path = ""): string[] {
  if (isJsonObject(value)) {
    const own = schema?.["x-kubernetes-map-type"] === "atomic" ? [path] : [];
    const members = Object.entries(value).flatMap(([key, member]) =>
      atomicPaths(member, memberSchema(schema, key), `${path}.${key}`),
    );
    return [...own, ...members];
  }
  if (!Array.isArray(value)) return [];
  const own = itemStep(schema) === undefined ? [path] : [];
  return [...own, ...value.flatMap((item: unknown, index) => atomicPaths(item, schema?.items, `${path}[${index}]`))];
}
