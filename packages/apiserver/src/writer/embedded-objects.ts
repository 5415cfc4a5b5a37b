import { isJsonObject, type JsonObject } from "@capstan/kube";
import { label1035Problems } from "../object/names.ts";
import { checkMetadata } from "../object/metadata-rules.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type FieldError } from "../status/field-error.ts";
import { memberSchema, type Schema } from "../schema/schema.ts";

/** Validates embedded Kubernetes objects in a custom resource: their type and metadata. */
export function checkEmbedded(value: unknown, schema: Schema | undefined, path = ""): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => checkEmbedded(item, schema.items, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] === true ? checkObject(value, path) : [];
  const below = Object.entries(value).flatMap(([key, member]) => {
    const isNamed = Object.hasOwn(schema.properties ?? {}, key);
    return checkEmbedded(member, memberSchema(schema, key), isNamed ? childOf(path, key) : `${path}[${key}]`);
  });
  return [...own, ...below];
}

function checkObject(value: JsonObject, path: string): FieldError[] {
  const errors = (["apiVersion", "kind"] as const).flatMap((field): FieldError[] => {
    const text = value[field];
    const at = childOf(path, field);
    if (text === undefined) return [{ type: "Required value", field: at }];
    if (typeof text !== "string")
      return [{ type: "Invalid value", field: at, value: text, detail: "must be a string" }];
    if (text === "") return [{ type: "Invalid value", field: at, value: "", detail: "must not be empty" }];
    const problems = field === "kind" ? label1035Problems(text.toLowerCase()) : [];
    return problems.length === 0 ? [] : [{ type: "Invalid value", field: at, value: text, detail: problems.join(",") }];
  });
  if (!isJsonObject(value.metadata)) return errors;
  // Its name may be set later.
  const named = { metadata: { ...value.metadata, name: value.metadata.name ?? "fakename" } } as unknown as ApiObject;
  const ofMetadata = checkMetadata(named, { nameRule: "subdomain", custom: true });
  return [...errors, ...ofMetadata.map((error) => ({ ...error, field: childOf(path, error.field) }))];
}

function childOf(path: string, field: string): string {
  return path === "" ? field : `${path}.${field}`;
}
