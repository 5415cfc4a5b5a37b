import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { checkQualifiedName } from "../../../../object/names.ts";
import { type ApiObject } from "../../../../object/api-object.ts";
import { type Extras } from "../../../../policy/declared-types.ts";
import { wanted } from "../../../../policy/policy-expression.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../../status/field-error.ts";
import { duplicates } from "../field-errors.ts";
import { checkExpression } from "./expressions.ts";
import { checkPolicySpec } from "./policy-spec.ts";

/** Validates a ValidatingAdmissionPolicy. */
export function validatingPolicyProblems({ metadata, spec }: ApiObject): FieldError[] {
  const given = isJsonObject(spec) ? spec : {};
  const { errors, extras } = checkPolicySpec(given);
  const validations = listAt(given, "validations").filter(isJsonObject);
  const annotations = listAt(given, "auditAnnotations").filter(isJsonObject);
  if (validations.length === 0 && annotations.length === 0) {
    const detail = "validations or auditAnnotations must contain at least one item";
    return [...errors, required("spec.validations", detail), required("spec.auditAnnotations", detail)];
  }
  return [
    ...errors,
    ...validations.flatMap((validation, index) => checkValidation(validation, extras, `spec.validations[${index}]`)),
    ...checkAnnotations(annotations, metadata.name, extras),
  ];
}

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

function checkValidation(validation: JsonObject, extras: Extras, at: string): FieldError[] {
  const reason = textAt(validation, "reason");
  const expression = textAt(validation, "expression") ?? "";
  return [
    ...(expression.trim() === ""
      ? [required(`${at}.expression`, "expression is not specified")]
      : checkExpression(expression, extras, wanted.condition, `${at}.expression`)),
    ...checkMessageExpression(textAt(validation, "messageExpression") ?? "", extras, `${at}.messageExpression`),
    ...checkMessage(textAt(validation, "message") ?? "", `${at}.message`),
    ...(reason === undefined || reasons.includes(reason) ? [] : [unsupported(`${at}.reason`, reason, reasons)]),
  ];
}

const notEmpty = "must be non-empty if specified";

function checkMessageExpression(source: string, extras: Extras, at: string): FieldError[] {
  if (source === "") return [];
  if (source.trim() === "") return [invalidAt(at, source, notEmpty)];
  return checkExpression(source, { ...extras, authorizer: false }, wanted.message, at);
}

function checkMessage(message: string, at: string): FieldError[] {
  if (message === "") return [];
  if (message.trim() === "") return [invalidAt(at, message, notEmpty)];
  return /[\n\r]/.test(message.trim()) ? [invalidAt(at, message, "must not contain line breaks")] : [];
}

const mostAnnotations = 20;
const longestExpression = 5 * 1024;

function checkAnnotations(annotations: readonly JsonObject[], name: string, extras: Extras): FieldError[] {
  const at = "spec.auditAnnotations";
  const keys = annotations.map((annotation) => textAt(annotation, "key") ?? "");
  // The field names of the Go type.
  const shown = annotations.map(({ key, valueExpression }) => ({ Key: key, ValueExpression: valueExpression }));
  return [
    ...(annotations.length > mostAnnotations
      ? [invalidAt(at, shown, `must not have more than ${mostAnnotations} auditAnnotations`)]
      : []),
    ...annotations.flatMap((annotation, index) => [
      ...checkQualifiedName(`${name}/${keys[index] ?? ""}`, `${at}[${index}].key`),
      ...checkValueExpression(textAt(annotation, "valueExpression") ?? "", extras, `${at}[${index}].valueExpression`),
    ]),
    ...duplicates(keys, (index) => `${at}[${index}].key`),
  ];
}

function checkValueExpression(source: string, extras: Extras, at: string): FieldError[] {
  const trimmed = source.trim();
  if (trimmed === "") return [required(at, "valueExpression is not specified")];
  if (Buffer.byteLength(trimmed) > longestExpression) {
    return [required(at, `must not exceed ${longestExpression} bytes in length`)];
  }
  return checkExpression(trimmed, extras, wanted.annotation, at).map((error) => ({ ...error, value: source }));
}
