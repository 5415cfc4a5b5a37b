import { type AdmissionRule } from "./admission-rule.ts";
import { labelKey, labelKeys, labelValue } from "./label-rules.ts";

/** More items than any real selector has. The estimated cost of the rules assumes this number. */
const most = 100;

/** The rules for a label selector: valid operators, values only where they need them, and keys and values that are valid for labels. */
export function selectorRules(at: string): readonly AdmissionRule[] {
  const requirement = `${at}.matchExpressions[]`;
  return [
    { at: `${at}.matchLabels`, bounds: { maxProperties: most }, rules: [labelKeys] },
    { at: `${at}.matchLabels{}`, bounds: labelValue },
    { at: `${at}.matchExpressions`, bounds: { maxItems: most } },
    {
      at: requirement,
      rules: [
        {
          rule: "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : !has(self.values) || self.values.size() == 0",
          message: "In and NotIn need values; Exists and DoesNotExist take none",
          fieldPath: ".values",
        },
      ],
    },
    { at: `${requirement}.key`, bounds: { maxLength: 317 }, rules: [labelKey] },
    { at: `${requirement}.operator`, bounds: { enum: ["In", "NotIn", "Exists", "DoesNotExist"] } },
    { at: `${requirement}.values`, bounds: { maxItems: most } },
    { at: `${requirement}.values[]`, bounds: labelValue },
  ];
}
