import { isMalformedText, listAt, objectAt, parseFieldSelector, parseLabelSelector, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type FieldError } from "../../status/field-error.ts";

const kinds = [
  ["fieldSelector", parseFieldSelector],
  ["labelSelector", parseLabelSelector],
] as const;

/** The problems of the selectors in a review. Rules of roles have none. */
export function selectorErrors(review: ApiObject): FieldError[] {
  return kinds.flatMap(([kind]) => {
    if (objectAt(review, "spec", "resourceAttributes", kind) === undefined) return [];
    const field = `spec.resourceAttributes.${kind}`;
    const raw = textAt(review, "spec", "resourceAttributes", kind, "rawSelector") ?? "";
    const requirements = listAt(review, "spec", "resourceAttributes", kind, "requirements");
    const errors: FieldError[] = [];
    if (raw !== "" && requirements.length > 0) {
      const detail = "may not specified at the same time as requirements";
      errors.push({ type: "Invalid value", field: `${field}.rawSelector`, value: raw, detail });
    }
    if (raw === "" && requirements.length === 0) {
      const detail = `when ${field} is specified, requirements or rawSelector is required`;
      errors.push({ type: "Required value", field: `${field}.requirements`, detail });
    }
    return errors;
  });
}

/** The selectors in a review that cannot be parsed; empty if all can. */
export function selectorProblems(review: ApiObject): string {
  return kinds
    .filter(([kind, parse]) => {
      const raw = textAt(review, "spec", "resourceAttributes", kind, "rawSelector") ?? "";
      return raw !== "" && !canRead(() => parse(raw));
    })
    .map(([kind]) => `spec.resourceAttributes.${kind} ignored due to parse error`)
    .join("; ");
}

function canRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (isMalformedText(error)) return false;
    throw error;
  }
}
