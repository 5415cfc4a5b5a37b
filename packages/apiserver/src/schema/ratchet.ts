import { isJsonObject, jsonEqual } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";
import { validate } from "./validate.ts";

/** What an update breaks. What was broken before, and has not been touched, may stay. */
export function validateUpdate(value: unknown, previous: unknown, schema: Schema): FieldError[] {
  if (jsonEqual(value, previous)) return [];
  return validate(value, schema).filter(({ field }) => {
    const steps = stepsOf(field, value);
    return !jsonEqual(at(value, steps), at(previous, steps)) || isNewlyMissing(value, previous, steps);
  });
}

/** A required field that is missing was there before, or its parent was not. */
function isNewlyMissing(value: unknown, previous: unknown, steps: readonly string[]): boolean {
  if (at(value, steps) !== undefined) return false;
  return !jsonEqual(at(value, steps.slice(0, -1)), at(previous, steps.slice(0, -1)));
}

/** The steps of a path to a value, in which keys of maps may have dots and brackets: of those that are there the longest counts. */
function stepsOf(field: string, value: unknown): string[] {
  if (field === "" || field === "<nil>") return [];
  const [, index] = /^\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return [index, ...stepsOf(after(field, index.length + 2), at(value, [index]))];
  const keys = isJsonObject(value) ? Object.keys(value).filter((key) => begins(field, key)) : [];
  const [named = ""] = /^[^.[]+/.exec(field) ?? [];
  const key = keys.reduce((longest, each) => (each.length > longest.length ? each : longest), named);
  return key === "" ? [field] : [key, ...stepsOf(after(field, key.length), at(value, [key]))];
}

function begins(field: string, key: string): boolean {
  return field.startsWith(key) && ["", ".", "["].includes(field.charAt(key.length));
}

/** What follows the first characters of a path. */
function after(field: string, length: number): string {
  return field.slice(field.charAt(length) === "." ? length + 1 : length);
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((current, step) => {
    if (Array.isArray(current)) return current[Number(step)] as unknown;
    return isJsonObject(current) ? current[step] : undefined;
  }, value);
}
