import { type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { checkLabelValue, checkQualifiedName } from "../../../../object/names.ts";
import { type FieldError, forbiddenAt, invalidAt, required } from "../../../../status/field-error.ts";

/** Validates the selectors of a webhook, policy or binding for Namespaces and objects. */
export function checkSelectors(given: JsonObject, at: string): FieldError[] {
  return ["namespaceSelector", "objectSelector"].flatMap((field) =>
    checkLabelSelector(objectAt(given, field) ?? {}, `${at}.${field}`),
  );
}

/** Validates the rules of a webhook or policy that select requests: each names what it selects. */
export function checkResourceRules(rules: readonly unknown[], at: string): FieldError[] {
  return rules.flatMap((rule, index) =>
    ["operations", "apiGroups", "apiVersions", "resources"]
      .filter((field) => listAt(rule, field).length === 0)
      .map((field) => required(`${at}[${index}].${field}`)),
  );
}

/** Validates a label selector. */
export function checkLabelSelector(selector: JsonObject, at: string): FieldError[] {
  const labels = Object.entries(objectAt(selector, "matchLabels") ?? {}).flatMap(([key, value]) => [
    ...checkQualifiedName(key, `${at}.matchLabels`),
    ...checkLabelValue(String(value), `${at}.matchLabels`),
  ]);
  return [
    ...labels,
    ...listAt(selector, "matchExpressions").flatMap((one, index) =>
      checkRequirement(one, `${at}.matchExpressions[${index}]`),
    ),
  ];
}

function checkRequirement(requirement: unknown, at: string): FieldError[] {
  const [key = "", operator = ""] = [textAt(requirement, "key"), textAt(requirement, "operator")];
  const values = listAt(requirement, "values");
  return [
    ...checkOperator(operator, values, at),
    ...checkQualifiedName(key, `${at}.key`),
    ...values.flatMap((value, index) => checkLabelValue(String(value), `${at}.values[${index}]`)),
  ];
}

function checkOperator(operator: string, values: readonly unknown[], at: string): FieldError[] {
  if (operator === "In" || operator === "NotIn") {
    if (values.length > 0) return [];
    return [required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (operator !== "Exists" && operator !== "DoesNotExist") {
    return [invalidAt(`${at}.operator`, operator, "not a valid selector operator")];
  }
  if (values.length === 0) return [];
  const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
  return [forbiddenAt(`${at}.values`, detail)];
}
