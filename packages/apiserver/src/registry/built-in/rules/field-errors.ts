import { isJsonObject, jsonEqual } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError } from "../../../status/field-error.ts";

export const immutable = "field is immutable";

export function required(field: string, detail?: string): FieldError {
  return { type: "Required value", field, ...(detail === undefined ? {} : { detail }) };
}

export function invalidAt(field: string, value: unknown, detail: string): FieldError {
  return { type: "Invalid value", field, value, detail };
}

/** The error for a value that is not supported. */
export function unsupported(field: string, value: unknown, values: readonly string[]): FieldError {
  const detail = `supported values: ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  return { type: "Unsupported value", field, value, detail };
}

/** Errors for items that repeat an earlier one. */
export function duplicates(items: readonly unknown[], fieldOf: (index: number) => string): FieldError[] {
  return items.flatMap((value, index) =>
    items.indexOf(value) < index ? [{ type: "Duplicate value", field: fieldOf(index), value }] : [],
  );
}

/** Errors for immutable fields, by path, that an update has changed. */
export function unchanged(
  object: ApiObject,
  previous: ApiObject | undefined,
  paths: readonly string[],
  detail = immutable,
): FieldError[] {
  if (previous === undefined) return [];
  return paths.flatMap((path) => {
    const value = valueAt(object, path);
    return jsonEqual(value ?? null, valueAt(previous, path) ?? null) ? [] : [invalidAt(path, value ?? null, detail)];
  });
}

/** Errors for negative numbers, by path. */
export function notNegative(object: ApiObject, ...paths: readonly string[]): FieldError[] {
  return paths.flatMap((path) => {
    const value = valueAt(object, path);
    return typeof value === "number" && value < 0 ? [invalidAt(path, value, "must be greater than or equal to 0")] : [];
  });
}

export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((current, step) => (isJsonObject(current) ? current[step] : undefined), value);
}
