import { conditionsSchema, conditionsV1Beta1Schema } from "../fields/conditions.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { place } from "./field.ts";
import { conditionsWithSeverity } from "./forms/conditions.ts";

/**
 * `status.conditions`. Every contract version redefines its form.
 *
 * @param v1beta2 - the rule of the role that requires conditions of the standard form.
 */
export function conditionFields<const Rule extends RuleId>(v1beta2: Rule) {
  return {
    conditions: {
      v1beta1: place("status.conditions", "BC-014", conditionsV1Beta1Schema, { form: conditionsWithSeverity }),
      v1beta2: place("status.conditions", v1beta2, conditionsSchema),
      convertedApart: true,
    },
  } as const;
}
