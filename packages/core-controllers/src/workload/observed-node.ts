import { type DeepReadonly } from "@capstan/contract";
import { type Node } from "@capstan/runtime";

/** What is known of the Node with a Machine's providerID. */
export type ObservedNode =
  | { readonly state: "found"; readonly node: DeepReadonly<Node> }
  /** The workload cluster answers, and has no such Node. */
  | { readonly state: "absent" }
  /** Several Nodes carry the providerID: which one belongs to the Machine is unknown. */
  | { readonly state: "ambiguous"; readonly names: readonly string[] }
  /** The workload cluster does not answer yet, or not at the moment: the last known state stays valid. */
  | {
      readonly state: "connecting";
      readonly message: string;
      /**
       * If the cluster has not been reached since this process started or since its kubeconfig was replaced: when the first attempt
       * was made, in milliseconds since the epoch.
       */
      readonly firstTriedMs?: number;
    }
  /** The Cluster does not exist. */
  | { readonly state: "noCluster"; readonly message: string }
  /** The workload cluster has not answered for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
