import { type DeepReadonly } from "@capstan/contract";
import { type Node } from "@capstan/runtime";

/** What is known of the Node with a Machine's providerID. */
export type ObservedNode =
  | { readonly state: "found"; readonly node: DeepReadonly<Node> }
  /** The workload cluster answers, and has no such Node. */
  | { readonly state: "absent" }
  /** Several Nodes carry the providerID: which one is the Machine's cannot be told. */
  | { readonly state: "ambiguous"; readonly names: readonly string[] }
  /** The workload cluster does not answer yet, or not at the moment: what was known last still stands. */
  | {
      readonly state: "connecting";
      readonly message: string;
      /**
       * While it was not reached at all yet, since this process has started or since its kubeconfig was replaced: since when
       * that is tried, in milliseconds since the epoch.
       */
      readonly firstTriedMs?: number;
    }
  /** There is no Cluster. */
  | { readonly state: "noCluster"; readonly message: string }
  /** The workload cluster has not answered for longer than the grace period. */
  | { readonly state: "unreachable"; readonly message: string };
