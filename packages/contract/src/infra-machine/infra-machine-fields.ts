import { type ContractField } from "../fields/contract-field.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type RuleId } from "../rules/rule-info.ts";

interface InfraMachineFields {
  readonly provisioned: ContractField;
  readonly providerID: ContractField;
  readonly failureDomain: ContractField;
  readonly addresses: ContractField;
  readonly failureReason: ContractField;
  readonly failureMessage: ContractField;
}

const shared = {
  providerID: {
    path: "spec.providerID",
    rule: "IM-002",
  },
  addresses: {
    path: "status.addresses",
    rule: "IM-012",
  },
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

/** The fields that core reads from an infra machine, by contract version. */
export const infraMachineFields: Readonly<Record<ContractVersion, InfraMachineFields>> = {
  v1beta1: {
    ...shared,
    ...failures("IM-016"),
    provisioned: {
      path: "status.ready",
      rule: "IM-013",
    },
    failureDomain: {
      path: "spec.failureDomain",
      rule: "IM-009",
    },
  },
  v1beta2: {
    ...shared,
    ...failures("IM-017"),
    provisioned: {
      path: "status.initialization.provisioned",
      rule: "IM-014",
    },
    failureDomain: {
      path: "status.failureDomain",
      rule: "IM-008",
    },
  },
};
