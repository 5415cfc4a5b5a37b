import type { ObjectKey } from "@capstan/contract";
import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import type { RemoteCluster } from "./remote-cluster.ts";

/** Options of {@link RemoteClusters}. */
export interface RemoteClustersOptions {
  /** Of the cluster that has the kubeconfig Secrets. */
  readonly client: Client;
  /** Of the same cluster: a Secret that changes is noticed through it. */
  readonly cache: Cache;
  readonly userAgent: string;
  /** Time of the back-off. */
  readonly clock?: Clock;
  /** Time of the connections. Default the machine's. */
  readonly connectionClock?: Clock;
  readonly logger?: Logger;
  /** Freezes cached objects. Default false. */
  readonly freeze?: boolean;
  /** Limit of the first request to a cluster, in milliseconds. Default 10,000. */
  readonly probeTimeoutMs?: number;
}

export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  constructor(options: RemoteClustersOptions) {
    this.#options = options;
  }
  get(secret: ObjectKey, options?: { readonly signal?: AbortSignal }): Promise<RemoteCluster> {
    throw new Error(`not yet ${secret.name} ${typeof options} ${typeof this.#options}`);
  }
  forget(secret: ObjectKey): void {
    throw new Error(`not yet ${secret.name}`);
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
