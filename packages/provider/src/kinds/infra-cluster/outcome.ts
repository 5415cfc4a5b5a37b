import type { ControlPlaneEndpoint, FailureDomain, RuleText } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { CommonOutcomes, OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedEndpoint = Demanded<RuleText<"IC-002">, ControlPlaneEndpoint>;
type ReportedFailureDomain = Demanded<RuleText<"IC-007">, FailureDomain>;

/** What machines of the cluster need exists. */
export interface ClusterProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "clusterProvisioned";
  /** Where the API server of the workload cluster is reached. Default: something else sets it. */
  readonly controlPlaneEndpoint?: ReportedEndpoint | undefined;
  /** Where machines can be; empty if there are no failure domains any more. Default: those that were reported before. */
  readonly failureDomains?: readonly ReportedFailureDomain[] | undefined;
}

/** What `reconcileCluster` may return. */
export type InfraClusterOutcome<Status extends object = object> =
  ClusterProvisionedOutcome<Status> | UnfinishedOutcome<Status>;

/** The outcomes of infrastructure providers for clusters. */
export const infraClusterOutcomes = {
  /** What the machines of this cluster need exists; the SDK reports it to the Cluster. */
  clusterProvisioned<Status extends object = object>(
    facts: Omit<ClusterProvisionedOutcome<Status>, "type"> = {},
  ): ClusterProvisionedOutcome<Status> {
    return { ...facts, type: "clusterProvisioned" };
  },
};

/** The outcomes of one definition: a status field that it does not have does not compile. */
export interface InfraClusterOutcomes<Status extends object> extends CommonOutcomes<Status> {
  /** What the cluster needs around its machines is there. */
  readonly clusterProvisioned: typeof infraClusterOutcomes.clusterProvisioned<Status>;
}
