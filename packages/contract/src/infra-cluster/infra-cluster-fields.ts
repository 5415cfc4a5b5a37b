import { type ContractField } from "../fields/contract-field.ts";
import { type ContractVersion } from "../contract-version.ts";

interface InfraClusterFields {
  readonly provisioned: ContractField;
  readonly host: ContractField;
  readonly port: ContractField;
  readonly failureDomains: ContractField;
  readonly failureReason: ContractField;
  readonly failureMessage: ContractField;
}

const endpointSource = "contracts/infra-cluster.md: InfraCluster: control plane endpoint";

const shared = {
  host: { path: "spec.controlPlaneEndpoint.host", rule: "IC-002", source: endpointSource },
  port: { path: "spec.controlPlaneEndpoint.port", rule: "IC-002", source: endpointSource },
};

const failures = (rule: string) => ({
  failureReason: {
    path: "status.failureReason",
    rule,
    source: "contracts/infra-cluster.md: InfraCluster: terminal failures",
  },
  failureMessage: {
    path: "status.failureMessage",
    rule,
    source: "contracts/infra-cluster.md: InfraCluster: terminal failures",
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
      source: "contracts/infra-cluster.md@v1.10.10: InfraCluster: initialization completed",
    },
    failureDomains: {
      path: "status.failureDomains",
      rule: "IC-006",
      source: "contracts/infra-cluster.md@v1.10.10: InfraCluster: failure domains",
    },
  },
  v1beta2: {
    ...shared,
    ...failures("IC-013"),
    provisioned: {
      path: "status.initialization.provisioned",
      rule: "IC-010",
      source: "contracts/infra-cluster.md: InfraCluster: initialization completed",
    },
    failureDomains: {
      path: "status.failureDomains",
      rule: "IC-007",
      source: "contracts/infra-cluster.md: InfraCluster: failure domains",
    },
  },
};
