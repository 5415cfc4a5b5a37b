import { ownField } from "@capstan/kube";
import { type Schema } from "../schema/schema.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../status/field-error.ts";

/** Validates the list type of a schema, and the keys of a list map. */
export function listProblems(schema: Schema, path: string): FieldError[] {
  const { type = "", items } = schema;
  const listType: string | undefined = schema["x-kubernetes-list-type"];
  const problems: FieldError[] = [];
  if (listType !== undefined && type !== "array") {
    const detail = "must be array if x-kubernetes-list-type is specified";
    problems.push(type === "" ? required(`${path}.type`, detail) : invalidAt(`${path}.type`, type, detail));
  } else if (listType === "set" && items !== undefined) problems.push(...setItemProblems(items, `${path}.items`));
  if (listType !== undefined && !["atomic", "set", "map"].includes(listType)) {
    problems.push(unsupported(`${path}.x-kubernetes-list-type`, listType, ["atomic", "set", "map"]));
  }
  if ((schema["x-kubernetes-list-map-keys"] ?? []).length > 0 && listType !== "map") {
    const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
    const field = `${path}.x-kubernetes-list-type`;
    problems.push(listType === undefined ? required(field, detail) : invalidAt(field, listType, detail));
  }
  if (listType === "map") problems.push(...mapProblems(schema, path));
  return [...problems, ...itemProblems(schema, path)];
}

function setItemProblems(items: Schema, path: string): FieldError[] {
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const listType = items["x-kubernetes-list-type"];
  if (items.type === "array" && listType !== undefined && listType !== "atomic") {
    return [invalidAt(`${path}.x-kubernetes-list-type`, listType, detail)];
  }
  if (items.type === "object" && items["x-kubernetes-map-type"] !== "atomic") {
    return [invalidAt(`${path}.x-kubernetes-map-type`, listType ?? null, detail)];
  }
  return [];
}

function mapProblems(schema: Schema, path: string): FieldError[] {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const { items } = schema;
  const problems: FieldError[] = [];
  const field = `${path}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) problems.push(required(field, "must not be empty if x-kubernetes-list-type is map"));
  if (items === undefined) {
    return [...problems, required(`${path}.items`, "must have a schema if x-kubernetes-list-type is map")];
  }
  if (items.type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    return [...problems, invalidAt(`${path}.items.type`, items.type ?? "", detail)];
  }
  for (const [index, key] of keys.entries()) {
    const property = ownField(items.properties ?? {}, key);
    if (property === undefined) {
      problems.push(invalidAt(field, keys, "entries must all be names of item properties"));
    } else if (property.type === "array" || property.type === "object") {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      problems.push(invalidAt(`${path}.items.properties[${key}].type`, items.type, detail));
    }
    if (keys.indexOf(key) < index) problems.push(invalidAt(field, keys, "must not contain duplicate entries"));
  }
  return problems;
}

/** Items of sets and maps cannot be null, and neither can their keys. */
function itemProblems(schema: Schema, path: string): FieldError[] {
  const { items } = schema;
  const listType = schema["x-kubernetes-list-type"];
  if (items === undefined || (listType !== "set" && listType !== "map")) return [];
  const problems: FieldError[] = [];
  if (items.nullable === true) {
    problems.push(
      forbiddenAt(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`),
    );
  }
  if (listType === "set") return problems;
  for (const key of schema["x-kubernetes-list-map-keys"] ?? []) {
    const property = ownField(items.properties ?? {}, key);
    const at = `${path}.items.properties[${key}]`;
    if (property !== undefined && items.required?.includes(key) !== true && property.default === undefined) {
      const detail =
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
      problems.push(required(`${at}.default`, detail));
    }
    if (property?.nullable === true) {
      const detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      problems.push(forbiddenAt(`${at}.nullable`, detail));
    }
  }
  return problems;
}
