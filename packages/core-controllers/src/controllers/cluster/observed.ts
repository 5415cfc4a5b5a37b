import { type ObservedReference } from "../../references/reference.ts";
import { type WorkloadState } from "../../workload/workload-state.ts";
import { type Descendants } from "./descendants.ts";

/** Everything outside a Cluster that its spec and status are computed from. */
export interface ObservedCluster {
  /** `undefined`: no such reference. */
  readonly infrastructure: ObservedReference | undefined;
  /** `undefined`: no such reference. */
  readonly controlPlane: ObservedReference | undefined;
  readonly descendants: Descendants;
  readonly workload: WorkloadState;
}
