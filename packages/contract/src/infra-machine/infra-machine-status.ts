import { type MachineAddress } from "../api/fields/addresses.ts";
import { type ContractVersion } from "../contract-version.ts";
import { conditionsStatus } from "../fields/conditions-status.ts";
import { type Failure, failureStatus } from "../fields/failure.ts";
import { optional } from "../fields/optional.ts";
import { type Condition } from "../kubernetes/condition.ts";

/** What an infrastructure provider has to report about a machine, apart from `spec.providerID`. */
export interface InfraMachineReport {
  /** Whether the machine is there. */
  provisioned?: boolean;
  addresses?: readonly MachineAddress[];
  /** Where the machine really is; v1beta1 has no status field for it and drops it. */
  failureDomain?: string;
  /** All conditions of the object. */
  conditions?: readonly Condition[];
  /** Terminal failure; v1beta2 has no fields for it, use a condition (rule IM-017). */
  failure?: Failure;
}

/** The contract's part of an infra machine's status. Fields not reported are left out. */
export function infraMachineStatus(contract: ContractVersion, report: InfraMachineReport): Record<string, unknown> {
  const common = {
    ...optional(
      "addresses",
      report.addresses?.map((address) => ({ ...address })),
    ),
    ...conditionsStatus(contract, report.conditions, report.failure === undefined ? "Info" : "Error"),
  };
  if (contract === "v1beta1") {
    return { ...common, ...optional("ready", report.provisioned), ...failureStatus(report.failure) };
  }
  return {
    ...common,
    ...(report.provisioned === undefined ? {} : { initialization: { provisioned: report.provisioned } }),
    ...optional("failureDomain", report.failureDomain),
  };
}
