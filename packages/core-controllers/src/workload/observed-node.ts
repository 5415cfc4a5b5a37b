import { type DeepReadonly } from "@capstan/contract";
import { type Node } from "@capstan/runtime";

/** The known state of the Node with a Machine's providerID. */
export type ObservedNode =
  | { readonly state: "found"; readonly node: DeepReadonly<Node> }
  /** The workload cluster responds, and has no such Node. */
  | { readonly state: "absent" }
  /** Several Nodes have the providerID, so the Machine's Node is unknown. */
  | { readonly state: "ambiguous"; readonly names: readonly string[] }
  /** The workload cluster has not responded yet, or is unresponsive at the moment: the last known state stays valid. */
  | {
      readonly state: "connecting";
      readonly message: string;
      /**
       * Set if the cluster has not been reached since this process started or since its kubeconfig was replaced: the time of the first
       * attempt, in milliseconds since the epoch.
       */
      readonly firstTriedMs?: number;
    }
  /** The Cluster does not exist. */
  | { readonly state: "noCluster"; readonly message: string }
  /** The workload cluster has been unresponsive for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
