import { isJsonObject } from "@capstan/kube";
import { type ErrorObject } from "ajv";
import { expectationOf } from "./expectation.ts";

/** One place where a value breaks a schema. */
export interface SchemaFault {
  /** A field that is required and not there, one that the schema does not know, or a value that is not as it should be. */
  readonly reason: "missing field" | "unknown field" | "wrong value";
  /** JSON path: `spec.items[0].name`. For a missing or unknown field that of the field itself. */
  readonly path: string;
  /** What the schema requires there, in words: `at least 1 character`. */
  readonly expected: string;
  /** What is there. `undefined`: nothing. */
  readonly actual: unknown;
  /** The way to the value that is wrong, from the root: names and indexes. For a missing or unknown field to the object around it. */
  readonly steps: readonly string[];
}

/** The faults that ajv found, below `root`. */
export function faultsOf(errors: readonly ErrorObject[], root: string): SchemaFault[] {
  return errors.filter(isOwnError).map((error) => faultOf(error, root));
}

/** Branches report each on their own; the error of the `anyOf` or `oneOf` itself says it all. */
function isOwnError({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== "if" && !/\/(anyOf|oneOf)\/\d+\//.test(schemaPath);
}

function faultOf(error: ErrorObject, root: string): SchemaFault {
  const steps = stepsOf(error.instancePath);
  const path = steps.reduce(joined, root);
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

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function joined(path: string, step: string): string {
  if (/^\d+$/.test(step)) return `${path}[${step}]`;
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(step)) return `${path}['${step}']`;
  return path === "" ? step : `${path}.${step}`;
}
