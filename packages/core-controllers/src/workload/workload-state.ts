/** Whether the workload cluster of a Cluster answers. */
export type WorkloadState =
  | { readonly state: "connected" }
  /** Not yet, or not for longer than the grace period; `message` says what it waits for. */
  | { readonly state: "connecting"; readonly message: string }
  /** Not for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
