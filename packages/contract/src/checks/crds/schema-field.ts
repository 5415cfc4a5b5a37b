import { isJsonObject } from "@capstan/kube";
import { at, type Json, stringsAt } from "../rule/json.ts";

/** The schema of the field at a path. */
export type SchemaField =
  | { readonly found: "declared"; readonly schema: Json; readonly required: boolean; readonly path: string }
  /** The field is not declared, but kept, because an object above it preserves unknown fields. */
  | { readonly found: "preserved"; readonly path: string }
  /** The field is not declared: the API server prunes it. */
  | { readonly found: "absent"; readonly path: string };

/** Finds a field, such as `status.conditions[].type`, in the root schema. The returned path is the path in the schema. */
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

/** The name of a field's type. */
export function typeOf(schema: Json): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  return typeof schema.type === "string" ? schema.type : "any";
}
