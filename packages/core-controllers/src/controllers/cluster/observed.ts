import { type ObservedReference } from "../../references/reference.ts";
import { type WorkloadState } from "../../workload/workload-state.ts";
import { type Descendants } from "./descendants.ts";

/** The objects that a Cluster refers to, and those that belong to it. */
export interface ObservedObjects {
  /** `undefined`: no such reference. */
  readonly infrastructure: ObservedReference | undefined;
  /** `undefined`: no such reference. */
  readonly controlPlane: ObservedReference | undefined;
  readonly descendants: Descendants;
}

/** Everything outside a Cluster that its status is computed from. */
export interface ObservedCluster extends ObservedObjects {
  readonly workload: WorkloadState;
  /** Why the kubeconfig cannot be the Cluster's; `undefined`: it can. */
  readonly kubeconfigProblem?: string | undefined;
}
