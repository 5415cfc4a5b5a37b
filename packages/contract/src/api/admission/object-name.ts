import { type AdmissionRule } from "./admission-rule.ts";

/** The name of an object that labels of others have as their value. */
export const nameIsLabelValue: AdmissionRule = {
  at: "",
  rules: [
    {
      rule: "self.metadata.name.size() <= 63",
      message: "metadata.name must be a valid label value: no longer than 63 characters",
    },
  ],
};
