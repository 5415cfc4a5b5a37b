import { type ContractField } from "../fields/contract-field.ts";
import { type ContractVersion } from "../contract-version.ts";

interface BootstrapConfigFields {
  readonly dataSecretCreated: ContractField;
  readonly dataSecretName: ContractField;
  readonly failureReason: ContractField;
  readonly failureMessage: ContractField;
}

const shared = {
  dataSecretName: {
    path: "status.dataSecretName",
    rule: "BC-005",
  },
  failureReason: {
    path: "status.failureReason",
    rule: "BC-007",
  },
  failureMessage: {
    path: "status.failureMessage",
    rule: "BC-008",
  },
} as const;

/** The fields that core reads from a bootstrap config, by contract version. */
export const bootstrapConfigFields: Readonly<Record<ContractVersion, BootstrapConfigFields>> = {
  v1beta1: {
    ...shared,
    dataSecretCreated: {
      path: "status.ready",
      rule: "BC-003",
    },
  },
  v1beta2: {
    ...shared,
    dataSecretCreated: {
      path: "status.initialization.dataSecretCreated",
      rule: "BC-004",
    },
  },
};
