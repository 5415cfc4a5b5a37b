import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";

/** Another cluster, reached by the kubeconfig in a Secret. */
export interface RemoteCluster {
  readonly client: Client;
  readonly cache: Cache;
}
