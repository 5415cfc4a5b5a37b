/** Whether the workload cluster of a Cluster answers. */
export type WorkloadState =
  | { readonly state: "connected" }
  /** It has not answered yet, or has been silent for no longer than the grace period; `message` says what it waits for. */
  | { readonly state: "connecting"; readonly message: string }
  /** It has been silent for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
