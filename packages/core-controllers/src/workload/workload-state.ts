/** Whether the workload cluster of a Cluster responds. */
export type WorkloadState =
  | { readonly state: "connected" }
  /** It has not responded yet, or has been unresponsive for no longer than the grace period; `message` names what it waits for. */
  | { readonly state: "connecting"; readonly message: string }
  /** It has been unresponsive for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
