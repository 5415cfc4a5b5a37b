import { type ConditionV1Beta1, conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { withFittingStringsV1Beta1 } from "../../conditions/fitting-strings.ts";
import { type Condition } from "../../kubernetes/condition.ts";
import { type DeepReadonly } from "../../kubernetes/deep-readonly.ts";
import { type Form } from "./form.ts";
import { readPlain } from "./plain.ts";

/**
 * Converts a condition to the form of the v1beta1 contract. A False condition needs a severity there (rule BC-014); it gets Info, because
 * Error asks for a person's attention. Strings that are too long for that form are cut.
 */
export function toConditionV1Beta1(
  condition: DeepReadonly<Condition>,
  severity: "Error" | "Warning" | "Info" = "Info",
): ConditionV1Beta1 {
  return withFittingStringsV1Beta1({
    type: condition.type,
    status: condition.status,
    ...(condition.status === "False" ? { severity } : {}),
    lastTransitionTime: condition.lastTransitionTime,
    reason: condition.reason,
    message: condition.message,
  });
}

/** Conditions with a severity. */
export const conditionsWithSeverity: Form = {
  read: (json, report) => readPlain(conditionsV1Beta1Schema, json, report),
  fromNewest: (list, { failed }) =>
    (list as readonly DeepReadonly<Condition>[]).map((condition) =>
      toConditionV1Beta1(condition, failed ? "Error" : "Info"),
    ),
};
