import { type AdmissionRule } from "./admission-rule.ts";

/** The rule for the name of an object that other objects have as a label value. */
export const nameIsLabelValue: AdmissionRule = {
  at: "",
  rules: [
    {
      rule: "self.metadata.name.size() <= 63",
      message: "metadata.name must be a valid label value: no longer than 63 characters",
    },
  ],
};
