import { type FieldError, invalidAt } from "../status/field-error.ts";

/** The error for a violated rule at `path`, without the name of the root. */
export function invalidValue(path: string, value: unknown, rule: string): FieldError {
  return invalidAt(fieldOf(path), value, `${path} in body ${rule}`);
}

/** The name of the value at `path` in errors. */
export function fieldOf(path: string): string {
  return path === "" ? "<nil>" : path;
}
