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

/** The JSON type that a schema of one type asks for. */
export function jsonTypeOf(schema: TSchema): JsonType {
  const { type } = schema as { readonly type?: unknown };
  if (typeof type === "string" && Object.hasOwn(types, type)) return type as JsonType;
  throw new ArgumentError(`A field of the contract has one JSON type, not ${JSON.stringify(type)}.`);
}

/** Reads what has the JSON type of the schema. An empty string reads as absent: to core both mean unset. */
export function readPlain(schema: TSchema, json: unknown, report: ReportFault): unknown {
  const { expected, accepts } = types[jsonTypeOf(schema)];
  if (json === "" && expected === types.string.expected) return undefined;
  if (accepts(json)) return json;
  report("", expected, json);
  return undefined;
}
