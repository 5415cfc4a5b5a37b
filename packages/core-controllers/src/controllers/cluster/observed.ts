import { type ObservedReference } from "../../references/reference.ts";
import { type WorkloadState } from "../../workload/workload-state.ts";
import { type Descendants } from "./descendants.ts";

/** The objects that a Cluster refers to, and the objects that belong to it. */
export interface ObservedObjects {
  /** `undefined`: no such reference. */
  readonly infrastructure: ObservedReference | undefined;
  /** `undefined`: no such reference. */
  readonly controlPlane: ObservedReference | undefined;
  readonly descendants: Descendants;
}

/** All inputs of a Cluster's status other than the Cluster. */
export interface ObservedCluster extends ObservedObjects {
  readonly workload: WorkloadState;
  /** Why the kubeconfig cannot be for this Cluster; `undefined`: it can be. */
  readonly kubeconfigProblem?: string | undefined;
}
