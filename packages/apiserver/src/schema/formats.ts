import { stringFormats } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";

/** Validates formats that the API server knows; others are ignored. */
export function checkFormat(value: string, schema: Schema, path: string): FieldError[] {
  const { format = "" } = schema;
  const check = stringFormats.get(format);
  if (check === undefined || check(value)) return [];
  const detail = `${path} in body must be of type ${format}: ${JSON.stringify(value)}`;
  return [{ type: "Type invalid", field: path, value, detail }];
}
