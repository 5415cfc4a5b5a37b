import { type AdmissionRule } from "./admission-rule.ts";
import { selectorRules } from "./selector-rules.ts";

const selectors = [
  "spec.machines[].selector",
  "spec.machines[].clusterSelector",
  "spec.pods[].selector",
  "spec.pods[].namespaceSelector",
];

/** The admission rules of MachineDrainRules. */
export const machineDrainRuleRules: readonly AdmissionRule[] = [
  {
    at: "spec.drain",
    rules: [
      {
        rule: "self.behavior == 'Drain' || !has(self.order)",
        message: "order must not be set if drain behavior is Skip or WaitCompleted",
        fieldPath: ".order",
      },
    ],
  },
  ...selectors.flatMap(selectorRules),
];
