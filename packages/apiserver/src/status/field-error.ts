import { stringifyJson } from "@capstan/kube";
import { goQuote } from "../go/go-quote.ts";
import { type StatusCause } from "./status.ts";

const causeReasons = {
  "Required value": "FieldValueRequired",
  "Invalid value": "FieldValueInvalid",
  "Duplicate value": "FieldValueDuplicate",
  "Unsupported value": "FieldValueNotSupported",
  "Not found": "FieldValueNotFound",
  Forbidden: "FieldValueForbidden",
  "Too long": "FieldValueTooLong",
  "Too many": "FieldValueTooMany",
  "Internal error": "InternalError",
  "Type invalid": "FieldValueTypeInvalid",
} as const;

type FieldErrorType = keyof typeof causeReasons;

/** A field that breaks a rule. `value` is the invalid value; errors that never show it omit it. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly value?: unknown;
  readonly detail?: string;
}

export function required(field: string, detail?: string): FieldError {
  return { type: "Required value", field, ...(detail === undefined ? {} : { detail }) };
}

export function forbiddenAt(field: string, detail: string): FieldError {
  return { type: "Forbidden", field, detail };
}

export function invalidAt(field: string, value: unknown, detail: string): FieldError {
  return { type: "Invalid value", field, value, detail };
}

/** The error for a value with too many bytes. */
export function tooLong(field: string, bytes: number): FieldError {
  return { type: "Too long", field, detail: `may not be more than ${bytes} bytes` };
}

/** The error for a value that is not supported. */
export function unsupported(field: string, value: unknown, values: readonly string[]): FieldError {
  const detail = `supported values: ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  return { type: "Unsupported value", field, value, detail };
}

export function causeOf(error: FieldError): StatusCause {
  return { reason: causeReasons[error.type], message: describe(error), field: error.field };
}

/** Joins several errors into one string, in brackets if there are many; omits repetitions. */
export function describeFieldErrors(errors: readonly FieldError[]): string {
  const strings = [...new Set(errors.map((error) => `${error.field}: ${describe(error)}`))];
  return strings.length === 1 ? (strings[0] ?? "") : `[${strings.join(", ")}]`;
}

const withoutValue = new Set<FieldErrorType>(["Required value", "Forbidden", "Too long", "Internal error"]);

function describe({ type, value, detail }: FieldError): string {
  const parts: string[] = [type === "Type invalid" ? "Invalid value" : type];
  if (!withoutValue.has(type) && value !== undefined) parts.push(quote(value));
  if (detail !== undefined && detail !== "") parts.push(detail);
  return parts.join(": ");
}

function quote(value: unknown): string {
  return typeof value === "string" ? goQuote(value) : stringifyJson(value);
}
