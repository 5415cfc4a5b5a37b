import { isJsonObject, pointerSteps } from "@capstan/kube";
import { type ErrorObject } from "ajv";
import { expectationOf } from "./expectation.ts";

/** A place where a value breaks a schema. */
export interface SchemaFault {
  /** A missing required field, a field that the schema does not know, or an invalid value. */
  readonly reason: "missing field" | "unknown field" | "wrong value";
  /** The JSON path: `spec.items[0].name`. For a missing or unknown field, the path of that field. */
  readonly path: string;
  /** The requirement of the schema, in words: `at least 1 character`. */
  readonly expected: string;
  /** The actual value; `undefined` if there is no value. */
  readonly actual: unknown;
  /** Names and indexes from the root to the invalid value. For a missing or unknown field, to the object that contains it. */
  readonly steps: readonly string[];
}

/** The place of the value that was validated. */
interface Place {
  /** The JSON path of the root. */
  readonly root: string;
  /** Names and indexes from the root. */
  readonly steps: readonly string[];
}

/** Converts the errors of ajv to faults. */
export function faultsOf(errors: readonly ErrorObject[], at: Place): SchemaFault[] {
  return errors.filter(isOwnError).map((error) => faultOf(error, at));
}

/** Ignores the errors of branches, because the error of the `anyOf` or `oneOf` itself is sufficient. */
function isOwnError({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== "if" && !/\/(anyOf|oneOf)\/\d+\//.test(schemaPath);
}

function faultOf(error: ErrorObject, at: Place): SchemaFault {
  const steps = [...at.steps, ...pointerSteps(error.instancePath)];
  const path = steps.reduce(joined, at.root);
  const { missingProperty, additionalProperty, duplicate } = error.params as Readonly<Record<string, unknown>>;
  if (typeof missingProperty === "string") {
    const at = joined(path, missingProperty);
    return { reason: "missing field", path: at, expected: "a value", actual: undefined, steps };
  }
  if (typeof additionalProperty === "string") {
    const actual = isJsonObject(error.data) ? error.data[additionalProperty] : undefined;
    const at = joined(path, additionalProperty);
    return { reason: "unknown field", path: at, expected: "no such field", actual, steps };
  }
  const wrong = { reason: "wrong value", expected: expectationOf(error) } as const;
  if (typeof duplicate !== "number") return { ...wrong, path, actual: error.data, steps };
  const step = String(duplicate);
  const actual = (error.data as readonly unknown[])[duplicate];
  return { ...wrong, path: joined(path, step), actual, steps: [...steps, step] };
}

function joined(path: string, step: string): string {
  if (/^\d+$/.test(step)) return `${path}[${step}]`;
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(step)) return `${path}['${step}']`;
  return path === "" ? step : `${path}.${step}`;
}
