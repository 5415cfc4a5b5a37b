import { type FieldError } from "../status/field-error.ts";

/** A broken rule about the value at `path`, which the root's name is left out of. */
export function invalidValue(path: string, value: unknown, rule: string): FieldError {
  return { type: "Invalid value", field: fieldOf(path), value, detail: `${path} in body ${rule}` };
}

/** How errors name the value at `path`. */
export function fieldOf(path: string): string {
  return path === "" ? "<nil>" : path;
}
