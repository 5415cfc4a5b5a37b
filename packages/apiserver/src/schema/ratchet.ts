import { isJsonObject, jsonEqual } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";
import { validate } from "./validate.ts";

/** What an update breaks. What was broken before, and has not been touched, may stay. */
export function validateUpdate(value: unknown, previous: unknown, schema: Schema): FieldError[] {
  if (jsonEqual(value, previous)) return [];
  return validate(value, schema).filter(({ field }) => {
    const steps = stepsOf(field);
    return !jsonEqual(at(value, steps), at(previous, steps)) || isNewlyMissing(value, previous, steps);
  });
}

/** A required field that is missing was there before, or its parent was not. */
function isNewlyMissing(value: unknown, previous: unknown, steps: readonly string[]): boolean {
  if (at(value, steps) !== undefined) return false;
  return !jsonEqual(at(value, steps.slice(0, -1)), at(previous, steps.slice(0, -1)));
}

function stepsOf(field: string): string[] {
  return field === "<nil>" ? [] : field.split(/[.[\]]+/).filter((step) => step !== "");
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((current, step) => {
    if (Array.isArray(current)) return current[Number(step)] as unknown;
    return isJsonObject(current) ? current[step] : undefined;
  }, value);
}
