import { ArgumentError, isJsonObject } from "@capstan/kube";
import { type TSchema } from "typebox";
import { type ReportFault } from "./form.ts";

const types = {
  boolean: { expected: "a boolean", accepts: (value: unknown) => typeof value === "boolean" },
  string: { expected: "a string", accepts: (value: unknown) => typeof value === "string" },
  integer: { expected: "an integer", accepts: Number.isInteger },
  array: { expected: "a list", accepts: Array.isArray },
  object: { expected: "an object", accepts: isJsonObject },
} as const;

type JsonType = keyof typeof types;

/** The JSON type of a schema with a single type. */
export function jsonTypeOf(schema: TSchema): JsonType {
  const { type } = schema as { readonly type?: unknown };
  if (typeof type === "string" && Object.hasOwn(types, type)) return type as JsonType;
  throw new ArgumentError(`A field of the contract has one JSON type, not ${JSON.stringify(type)}.`);
}

/** Reads a value with the JSON type of the schema. An empty string reads as missing, because core treats both as unset. */
export function readPlain(schema: TSchema, json: unknown, report: ReportFault): unknown {
  const { expected, accepts } = types[jsonTypeOf(schema)];
  if (json === "" && expected === types.string.expected) return undefined;
  if (accepts(json)) return json;
  report("", expected, json);
  return undefined;
}
