import type { ControlPlaneEndpoint, FailureDomain } from "@capstan/contract";
import type { Demanded } from "../../outcome/demanded.ts";
import type { OutcomeExtras, UnfinishedOutcome } from "../../outcome/outcome.ts";

type ReportedEndpoint = Demanded<"IC-002: controlPlaneEndpoint has both a host and a port", ControlPlaneEndpoint>;
type ReportedFailureDomain = Demanded<"IC-007: a failure domain has a name", FailureDomain>;

/** What machines of the cluster need exists. */
export interface ClusterProvisionedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  readonly type: "clusterProvisioned";
  readonly controlPlaneEndpoint?: ReportedEndpoint;
  readonly failureDomains?: readonly ReportedFailureDomain[];
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
