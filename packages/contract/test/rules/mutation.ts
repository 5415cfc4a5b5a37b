import { isDeepStrictEqual } from "node:util";

/** Marks a value to be removed. */
export const absent = Symbol("absent");

/** One change at one path: keys from the document's root. */
export interface Mutation {
  readonly at: readonly (string | number)[];
  readonly to: unknown;
}

/** A copy of `document` with one change. */
export function mutate<Document>(document: Document, { at, to }: Mutation): Document {
  const copy = structuredClone(document);
  const last = at.at(-1) ?? "";
  let parent = copy as Record<string | number, unknown>;
  for (const key of at.slice(0, -1)) {
    parent = (parent[key] ??= {}) as Record<string | number, unknown>;
  }
  if (to !== absent) parent[last] = to;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  if (isDeepStrictEqual(copy, document)) throw new Error(`The change at ${at.join(".")} changes nothing.`);
  return copy;
}

/** Keys of a field's schema in a CRD's first version: `status.conditions[].type`. */
export function schemaKeys(path: string, ...keyword: readonly (string | number)[]): (string | number)[] {
  const fields =
    path === ""
      ? []
      : path.split(".").flatMap((name) => {
          const items = name.endsWith("[]");
          return ["properties", items ? name.slice(0, -2) : name, ...(items ? ["items"] : [])];
        });
  return ["spec", "versions", 0, "schema", "openAPIV3Schema", ...fields, ...keyword];
}
