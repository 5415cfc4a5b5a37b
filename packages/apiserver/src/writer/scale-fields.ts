import { isJsonObject } from "@capstan/kube";
import { goText } from "../go/go-text.ts";
import { goType } from "../go/go-type.ts";
import { type ScalePaths } from "../registry/resource.ts";
import { type FieldError } from "../status/field-error.ts";

const maxReplicas = 2 ** 31 - 1;

/** Validates that the desired replicas can be shown as a Scale. */
export function checkScaleSpec(object: object, { specReplicasPath }: ScalePaths): FieldError[] {
  return checkReplicas(object, specReplicasPath);
}

/** Validates that the current replicas and their selector can be shown as a Scale. */
export function checkScaledStatus(object: object, { statusReplicasPath, labelSelectorPath }: ScalePaths): FieldError[] {
  const errors = checkReplicas(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return errors;
  const { problem } = read(object, labelSelectorPath, "string");
  return problem === undefined ? errors : [...errors, invalidAtPath(labelSelectorPath, "", problem)];
}

function checkReplicas(object: object, path: string): FieldError[] {
  const { value, problem } = read(object, path, "int64");
  if (problem !== undefined) return [invalidAtPath(path, 0, problem)];
  if (typeof value !== "number" && typeof value !== "bigint") return [];
  if (value < 0) return [invalidAtPath(path, value, "should be a non-negative integer")];
  if (value <= maxReplicas) return [];
  return [invalidAtPath(path, value, `should be less than or equal to ${maxReplicas}`)];
}

function invalidAtPath(path: string, value: unknown, detail: string): FieldError {
  return { type: "Invalid value", field: path, value, detail };
}

/** The value at the path, if any, or why it cannot be read, worded as in apimachinery. */
function read(object: object, path: string, type: string): { readonly value?: unknown; readonly problem?: string } {
  let value: unknown = object;
  let at = "";
  for (const step of path.replace(/^\./, "").split(".")) {
    at = `${at}.${step}`;
    if (value === undefined || value === null) return {};
    if (!isJsonObject(value)) return { problem: wrongType(at, value, "map[string]interface{}") };
    value = Object.hasOwn(value, step) ? value[step] : undefined;
  }
  if (value === undefined || goType(value) === type) return { value };
  return { problem: wrongType(at, value, type) };
}

function wrongType(path: string, value: unknown, expected: string): string {
  return `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`;
}
