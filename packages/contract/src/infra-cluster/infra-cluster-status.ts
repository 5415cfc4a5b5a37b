import { type FailureDomain } from "../api/fields/cluster-fields.ts";
import { type ContractVersion } from "../contract-version.ts";
import { conditionsStatus } from "../fields/conditions-status.ts";
import { type Failure, failureStatus } from "../fields/failure.ts";
import { optional } from "../fields/optional.ts";
import { type Condition } from "../kubernetes/condition.ts";

/** What an infrastructure provider has to report about a cluster, apart from `spec.controlPlaneEndpoint`. */
export interface InfraClusterReport {
  /** Whether the infrastructure is there. */
  provisioned?: boolean;
  failureDomains?: readonly FailureDomain[];
  /** All conditions of the object. */
  conditions?: readonly Condition[];
  /** Terminal failure; v1beta2 has no fields for it, use a condition (rule IC-013). */
  failure?: Failure;
}

/**
 * The contract's part of an infra cluster's status: failure domains as a list in v1beta2, as a map in v1beta1
 * (rule IC-008). Fields not reported are left out; an empty list of failure domains is, too, since v1beta2 demands
 * at least one.
 */
export function infraClusterStatus(contract: ContractVersion, report: InfraClusterReport): Record<string, unknown> {
  const domains = (report.failureDomains ?? []).length > 0 ? report.failureDomains : undefined;
  const conditions = conditionsStatus(contract, report.conditions, report.failure === undefined ? "Info" : "Error");
  if (contract === "v1beta1") {
    return {
      ...conditions,
      ...optional("ready", report.provisioned),
      ...optional("failureDomains", domains && domainMap(domains)),
      ...failureStatus(report.failure),
    };
  }
  return {
    ...conditions,
    ...(report.provisioned === undefined ? {} : { initialization: { provisioned: report.provisioned } }),
    ...optional(
      "failureDomains",
      domains?.map((domain) => ({ ...domain })),
    ),
  };
}

function domainMap(domains: readonly FailureDomain[]): Record<string, Omit<FailureDomain, "name">> {
  return Object.fromEntries(domains.map(({ name, ...rest }) => [name, { ...rest }]));
}
