import { type ContractField } from "../fields/contract-field.ts";
import { type ContractVersion } from "../contract-version.ts";

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
    source: "contracts/infra-machine.md: InfraMachine: provider ID",
  },
  addresses: {
    path: "status.addresses",
    rule: "IM-012",
    source: "contracts/infra-machine.md: InfraMachine: addresses",
  },
};

const failures = (rule: string) => ({
  failureReason: {
    path: "status.failureReason",
    rule,
    source: "contracts/infra-machine.md: InfraMachine: terminal failures",
  },
  failureMessage: {
    path: "status.failureMessage",
    rule,
    source: "contracts/infra-machine.md: InfraMachine: terminal failures",
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
      source: "contracts/infra-machine.md@v1.10.10: InfraMachine: initialization completed",
    },
    failureDomain: {
      path: "spec.failureDomain",
      rule: "IM-009",
      source: "contracts/infra-machine.md@v1.10.10: InfraMachine: failure domain",
    },
  },
  v1beta2: {
    ...shared,
    ...failures("IM-017"),
    provisioned: {
      path: "status.initialization.provisioned",
      rule: "IM-014",
      source: "contracts/infra-machine.md: InfraMachine: initialization completed",
    },
    failureDomain: {
      path: "status.failureDomain",
      rule: "IM-008",
      source: "contracts/infra-machine.md: InfraMachine: failure domain",
    },
  },
};
