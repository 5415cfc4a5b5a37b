import { isJsonObject } from "@capstan/kube";
import { at, type Json, stringsAt } from "../rule/json.ts";

/** What a schema says about the field at a path. */
export type SchemaField =
  | { readonly found: "declared"; readonly schema: Json; readonly required: boolean; readonly path: string }
  /** Not described, but kept, because something above preserves unknown fields. */
  | { readonly found: "preserved"; readonly path: string }
  /** Not described: the API server drops it. */
  | { readonly found: "absent"; readonly path: string };

/** Looks a field up: `status.conditions[].type` in the root schema. The path of the answer is one in the schema. */
export function schemaField(root: Json, path: string): SchemaField {
  let schema: Json = root;
  let required = false;
  let preserved = preserves(root);
  const walked: string[] = [];
  for (const segment of path.replaceAll("[]", ".[]").split(".")) {
    const next = segment === "[]" ? schema.items : at(schema, "properties", segment);
    walked.push(segment === "[]" ? "items" : `properties.${segment}`);
    if (!isJsonObject(next)) return { found: preserved ? "preserved" : "absent", path: schemaPath(path) };
    required = stringsAt(schema, "required").includes(segment);
    preserved ||= preserves(next);
    schema = next;
  }
  return { found: "declared", schema, required, path: walked.join(".") };
}

function schemaPath(path: string): string {
  return path
    .replaceAll("[]", ".[]")
    .split(".")
    .map((segment) => (segment === "[]" ? "items" : `properties.${segment}`))
    .join(".");
}

function preserves(schema: Json): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** The type of a field, in words. */
export function typeOf(schema: Json): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  return typeof schema.type === "string" ? schema.type : "any";
}
