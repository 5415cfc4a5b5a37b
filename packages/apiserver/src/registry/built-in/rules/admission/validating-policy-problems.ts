import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../../object/api-object.ts";
import { type Extras } from "../../../../policy/declared-types.ts";
import { wanted } from "../../../../policy/policy-expression.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../../status/field-error.ts";
import { checkExpression } from "./expressions.ts";
import { checkPolicySpec } from "./policy-spec.ts";

/** Validates a ValidatingAdmissionPolicy. */
export function validatingPolicyProblems({ spec }: ApiObject): FieldError[] {
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
    ...checkAnnotations(annotations, extras),
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

function checkAnnotations(annotations: readonly JsonObject[], extras: Extras): FieldError[] {
  return annotations.flatMap((annotation, index) => {
    const at = `spec.auditAnnotations[${index}].valueExpression`;
    const source = (textAt(annotation, "valueExpression") ?? "").trim();
    if (source === "") return [required(at, "valueExpression is not specified")];
    return checkExpression(source, extras, wanted.annotation, at);
  });
}
