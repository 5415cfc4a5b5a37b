import { listAt, objectAt, textAt } from "@capstan/kube";
import { additionalSchema, type Schema } from "../../schema/schema.ts";
import { type FieldError } from "../../status/field-error.ts";

const mostFields = 8;
const selectableTypes = ["string", "boolean", "integer"];

/** Validates the selectable fields of a version. */
export function checkSelectableFields(version: unknown, place: string): FieldError[] {
  const schema = (objectAt(version, "schema", "openAPIV3Schema") ?? {}) as Schema;
  const seen = new Set<string>();
  const errors = listAt(version, "selectableFields").flatMap((entry, index): FieldError[] => {
    const field = `${place}.selectableFields[${index}].jsonPath`;
    const path = textAt(entry, "jsonPath") ?? "";
    if (path === "") return [{ type: "Required value", field }];
    const invalid = (detail: string): FieldError => ({ type: "Invalid value", field, value: path, detail });
    const found = schemaAt(schema, path);
    if (typeof found === "string") return [invalid(`is an invalid path: ${found}`)];
    const isRepeated = seen.has(path);
    seen.add(path);
    return [
      ...(/^\.metadata(\.|$)/.test(path) ? [invalid("must not point to fields in metadata")] : []),
      ...(selectableTypes.includes(found.type ?? "") ? [] : [invalid(wrongType)]),
      ...(isRepeated ? [{ type: "Duplicate value", field, value: path } as const] : []),
    ];
  });
  if (seen.size <= mostFields) return errors;
  const detail = `must have at most ${mostFields} items`;
  return [...errors, { type: "Too many", field: `${place}.selectableFields`, value: seen.size, detail }];
}

const wrongType =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";

/** The schema at a path, or why the path is invalid. */
function schemaAt(root: Schema, path: string): Schema | string {
  const steps = path.match(/[.[\]]|[^.[\]]+/g) ?? [];
  let schema = root;
  for (let at = 0; at < steps.length; at += 2) {
    const [separator = "", step] = steps.slice(at, at + 2);
    if (separator === "[") return "array notation is not allowed";
    if (separator !== ".") return `expected [ or . but got: ${separator}`;
    if (step === undefined) return "unexpected end of JSON path";
    const { properties } = schema;
    const next = properties === undefined ? additionalSchema(schema) : ownSchema(properties, step);
    if (next === undefined) return "does not refer to a valid field";
    schema = next;
  }
  return schema;
}

function ownSchema(properties: Readonly<Record<string, Schema>>, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
