import type { ControlPlaneEndpoint, FailureDomain, RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedEndpoint = Demanded<RuleText<"IC-002">, ControlPlaneEndpoint>;
type ReportedFailureDomain = Demanded<RuleText<"IC-007">, FailureDomain>;

/** The infrastructure of the cluster exists. */
export interface ClusterProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "clusterProvisioned";
  /** The address of the workload cluster's API server. Default: something else sets it. */
  readonly controlPlaneEndpoint?: ReportedEndpoint | undefined;
  /** The failure domains for machines; empty if there are no failure domains any more. Default: the failure domains reported before. */
  readonly failureDomains?: readonly ReportedFailureDomain[] | undefined;
}

/** The return type of `reconcileCluster`. */
export type InfraClusterOutcome<Status extends object = object> =
  ClusterProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for clusters. */
export const infraClusterOutcomes = {
  /** Reports that the infrastructure that machines of this cluster need exists. The SDK reports it to the Cluster. */
  clusterProvisioned<Status extends object = object>(
    facts: Omit<ClusterProvisionedOutcome<Status>, "type"> = {},
  ): ClusterProvisionedOutcome<Status> {
    return { ...facts, type: "clusterProvisioned" };
  },
};

/** The outcomes for one definition. A status field that the definition does not have does not compile. */
export interface InfraClusterOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** Reports that the cluster's infrastructure exists. */
  readonly clusterProvisioned: typeof infraClusterOutcomes.clusterProvisioned<Status>;
}
