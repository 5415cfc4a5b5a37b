import { FieldPathError, readFieldPath } from "../rules/field-path.ts";
import { type Schema, type ValidationRule } from "../schema/schema.ts";
import { type FieldError, invalidAt, required, unsupported } from "../status/field-error.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/** Validates rules before they are compiled. */
export function ruleTextProblems(schema: Schema, path: string): FieldError[] {
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, index) => [
    ...ofStrings(rule, `${path}.x-kubernetes-validations[${index}]`),
    ...ofPath(rule, schema, `${path}.x-kubernetes-validations[${index}]`),
  ]);
}

function ofStrings(
  { rule = "", message = "", messageExpression = "", reason }: Partial<ValidationRule>,
  at: string,
): FieldError[] {
  const problems: FieldError[] = [];
  const [text, said] = [rule.trim(), message.trim()];
  if (text === "") problems.push(required(`${at}.rule`, "rule is not specified"));
  else if (message !== "" && said === "") {
    problems.push(invalidAt(`${at}.message`, message, "must be non-empty if specified"));
  } else if (hasLines(said)) problems.push(invalidAt(`${at}.message`, message, "must not contain line breaks"));
  else if (hasLines(text) && said === "") {
    problems.push(required(`${at}.message`, "message must be specified if rule contains line breaks"));
  }
  if (messageExpression !== "" && messageExpression.trim() === "") {
    problems.push(required(`${at}.messageExpression`, "messageExpression must be non-empty if specified"));
  }
  if (reason !== undefined && !reasons.includes(reason)) problems.push(unsupported(`${at}.reason`, reason, reasons));
  return problems;
}

function hasLines(text: string): boolean {
  return /[\n\r]/.test(text);
}

function ofPath({ fieldPath = "" }: ValidationRule, schema: Schema, at: string): FieldError[] {
  if (fieldPath === "") return [];
  const problem = (detail: string): FieldError => invalidAt(`${at}.fieldPath`, fieldPath, detail);
  const problems: FieldError[] = [];
  if (fieldPath.trim() === "") problems.push(problem("must be non-empty if specified"));
  if (hasLines(fieldPath)) problems.push(problem("must not contain line breaks"));
  try {
    readFieldPath(fieldPath, schema);
  } catch (error) {
    if (!(error instanceof FieldPathError)) throw error;
    problems.push(problem("must be a valid path"));
  }
  return problems;
}
