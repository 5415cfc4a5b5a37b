import { isJsonObject, jsonEqual } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt } from "../../../status/field-error.ts";

export const immutable = "field is immutable";

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
    const value = valueAt(object, path.split("."));
    return jsonEqual(value ?? null, valueAt(previous, path.split(".")) ?? null)
      ? []
      : [invalidAt(path, value ?? null, detail)];
  });
}

/** Errors for negative numbers, by path. */
export function notNegative(object: ApiObject, ...paths: readonly string[]): FieldError[] {
  return paths.flatMap((path) => {
    const value = valueAt(object, path.split("."));
    return typeof value === "number" && value < 0 ? [invalidAt(path, value, "must be greater than or equal to 0")] : [];
  });
}

/** The value at a path below a value. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((current, step) => (isJsonObject(current) ? current[step] : undefined), value);
}
