import { type ContractField } from "../fields/contract-field.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type RuleId } from "../rules/rule-info.ts";

interface InfraClusterFields {
  readonly provisioned: ContractField;
  readonly host: ContractField;
  readonly port: ContractField;
  readonly failureDomains: ContractField;
  readonly failureReason: ContractField;
  readonly failureMessage: ContractField;
}

const shared = {
  host: { path: "spec.controlPlaneEndpoint.host", rule: "IC-002" },
  port: { path: "spec.controlPlaneEndpoint.port", rule: "IC-002" },
} as const;

const failures = (rule: RuleId) => ({
  failureReason: {
    path: "status.failureReason",
    rule,
  },
  failureMessage: {
    path: "status.failureMessage",
    rule,
  },
});

/** The fields that core reads from an infra cluster, by contract version. */
export const infraClusterFields: Readonly<Record<ContractVersion, InfraClusterFields>> = {
  v1beta1: {
    ...shared,
    ...failures("IC-012"),
    provisioned: {
      path: "status.ready",
      rule: "IC-009",
    },
    failureDomains: {
      path: "status.failureDomains",
      rule: "IC-006",
    },
  },
  v1beta2: {
    ...shared,
    ...failures("IC-013"),
    provisioned: {
      path: "status.initialization.provisioned",
      rule: "IC-010",
    },
    failureDomains: {
      path: "status.failureDomains",
      rule: "IC-007",
    },
  },
};
