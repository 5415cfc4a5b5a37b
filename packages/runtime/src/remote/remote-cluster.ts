import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";

/** A workload cluster, connected through the kubeconfig in a Secret. */
export interface RemoteCluster {
  /** Reads and writes objects of the workload cluster. */
  readonly client: Client;
  /** The cached objects of the cluster; Nodes lack `status.images`, which are most of their size. */
  readonly cache: Cache;
  /**
   * Why the cluster is unavailable; `undefined` while it is available. The watches of {@link cache} notice both changes, without polling.
   */
  readonly problem: Error | undefined;
  /** Calls `listener` whenever {@link problem} is set or cleared. @returns a function that removes the listener. */
  onHealthChange(listener: () => void): () => void;
}
