import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { labels } from "../../names/labels.ts";
import { type AdmissionRule } from "./admission-rule.ts";
import { immutable } from "./machine-spec-rules.ts";
import { numberOrPercentage } from "./quantity-rules.ts";
import { selectorRules } from "./selector-rules.ts";

/** The fields whose names differ between versions. */
interface MachineHealthCheckFields {
  /** The rule for the time that a machine may take to become a Node. */
  readonly startup: AdmissionRule;
  readonly limit: string;
}

const selects: readonly CelRule[] = [
  {
    rule: "self.selector.?matchLabels.orValue({}).size() + self.selector.?matchExpressions.orValue([]).size() > 0",
    message: "selector must not be empty",
    fieldPath: ".selector",
  },
  {
    rule: `self.selector.?matchLabels[?'${labels.clusterName}'].orValue(self.clusterName) == self.clusterName`,
    message: "cannot specify a cluster selector other than the one specified by clusterName",
    fieldPath: ".selector",
  },
];

const message = "must be at least 30s, or 0 for no limit";

/** `nodeStartupTimeoutSeconds` of v1beta2. */
export const startupSeconds: AdmissionRule = {
  at: "spec.checks.nodeStartupTimeoutSeconds",
  rules: [{ rule: "self == 0 || self >= 30", message }],
};

/** `nodeStartupTimeout` of v1beta1, a Go duration. */
export const startupDuration: AdmissionRule = {
  at: "spec.nodeStartupTimeout",
  bounds: { maxLength: 64 },
  rules: [{ rule: "duration(self) == duration('0s') || duration(self) >= duration('30s')", message }],
};

/** The admission rules of MachineHealthChecks. */
export function machineHealthCheckRules({ startup, limit }: MachineHealthCheckFields): readonly AdmissionRule[] {
  return [
    immutable("spec.clusterName"),
    { at: "spec", rules: selects },
    ...selectorRules("spec.selector"),
    startup,
    numberOrPercentage(limit),
  ];
}
