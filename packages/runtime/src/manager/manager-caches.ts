import { Cache } from "../cache/cache.ts";
import { RemoteClusters, type RemoteClustersOptions } from "../remote/remote-clusters.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { clusterSecretLabel } from "./upstream-labels.ts";

/** Options with defaults applied. */
interface Settled {
  readonly connectionClock: Clock;
  readonly logger: Logger;
  readonly freeze: boolean;
}

/** The cache of the management cluster. */
export function managementCache(options: ManagerOptions, { connectionClock, logger, freeze }: Settled): Cache {
  return new Cache({
    client: options.client,
    clock: connectionClock,
    logger,
    freeze,
    ...(options.namespaces === undefined ? {} : { namespaces: options.namespaces }),
  });
}

/** Clients and caches of workload clusters. */
export function workloadClusters(
  options: ManagerOptions,
  settled: Settled & Pick<RemoteClustersOptions, "cache" | "clock" | "fence" | "onRequest">,
): RemoteClusters {
  return new RemoteClusters({
    ...settled,
    userAgent: options.client.userAgent,
    insecureKubeconfig: options.insecureKubeconfig ?? {},
    ...(options.remoteRate === undefined ? {} : { rate: options.remoteRate }),
    ...(options.remoteCacheBytes === undefined ? {} : { cacheBytes: options.remoteCacheBytes }),
    secretSelector: options.remoteSecretSelector ?? clusterSecretLabel,
  });
}
