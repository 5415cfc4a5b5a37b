import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";

/** Another cluster, reached by the kubeconfig in a Secret. */
export interface RemoteCluster {
  /** Reads and writes objects of the workload cluster. */
  readonly client: Client;
  /** What is read of the cluster; Nodes without `status.images`, which are most of their size. */
  readonly cache: Cache;
  /**
   * Why the cluster does not answer now; `undefined` while it does. The watches of {@link cache} notice both changes: no polling is
   * needed.
   */
  readonly problem: Error | undefined;
  /** Calls `listener` whenever {@link problem} comes or goes. @returns a function that ends it. */
  onHealthChange(listener: () => void): () => void;
}
