import { type FieldError } from "../status/field-error.ts";

/** The error for a violated rule at `path`, without the name of the root. */
export function invalidValue(path: string, value: unknown, rule: string): FieldError {
  return { type: "Invalid value", field: fieldOf(path), value, detail: `${path} in body ${rule}` };
}

/** The name of the value at `path` in errors. */
export function fieldOf(path: string): string {
  return path === "" ? "<nil>" : path;
}
