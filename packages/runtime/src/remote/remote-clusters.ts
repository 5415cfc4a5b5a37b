import type { DeepReadonly, ObjectKey } from "@capstan/contract";
import { isCapstanError, objectKeyText } from "@capstan/kube";
import { Cache } from "../cache/cache.ts";
import { workloadLimits } from "../client/response-limits.ts";
import type { RestClient } from "../client/rest-client.ts";
import type { InsecureKubeconfig } from "../client/client-options.ts";
import type { RequestObserver } from "../client/request-info.ts";
import { createRestClient } from "../client/create-rest-client.ts";
import type { RequestRateOptions } from "../client/request-rate.ts";
import { type Fence, fenced } from "../client/fenced-client.ts";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { refOfKey } from "../errors/object-ref.ts";
import { RemoteUnavailableError, StoppedError } from "../errors/runtime-errors.ts";
import { Secret } from "../kubernetes/core.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { awayFromWorker } from "../worker/workers.ts";
import { boundedReads } from "./bounded-reads.ts";
import type { RemoteCluster } from "./remote-cluster.ts";
import { patienceMs, RemoteConnection } from "./remote-connection.ts";
import { trimRemote } from "./trim-remote.ts";

/** Options of {@link RemoteClusters}. */
export interface RemoteClustersOptions {
  /** The cache of the cluster with the kubeconfig Secrets; it notices changes of a Secret. */
  readonly cache: Cache;
  /** The `User-Agent` of the clients. */
  readonly userAgent: string;
  /** Label selector for the watched Secrets; other Secrets count as missing. Default: all Secrets. */
  readonly secretSelector?: string;
  /** The fields that kubeconfigs may use; they do not belong to the operator. Default: only a server and credentials. */
  readonly insecureKubeconfig?: InsecureKubeconfig;
  /** The clock of the back-off. Default: the system clock. */
  readonly clock?: Clock;
  /** The clock of the connections. Default: the system clock. */
  readonly connectionClock?: Clock;
  /** Default: no logging. */
  readonly logger?: Logger;
  /** Whether to freeze cached objects. Default false. */
  readonly freeze?: boolean;
  /** Called after every attempt of a request to any of the clusters. */
  readonly onRequest?: RequestObserver;
  /** Decides whether writes are allowed. Default: always. */
  readonly fence?: Fence;
  /** The time limit of a request to a cluster, from first to last byte, in milliseconds of connection time. Default 10,000. */
  readonly probeTimeoutMs?: number;
  /** The rate of requests to one cluster. Default: no limit. */
  readonly rate?: RequestRateOptions;
  /** The maximum number of concurrent requests to one cluster, not counting watches; further requests wait. Default 8. */
  readonly maxRequestsInFlight?: number;
  /** The approximate memory limit for cached objects of one cluster, in bytes. Default `defaultRemoteCacheBytes`. */
  readonly cacheBytes?: number;
}

/** Options of {@link RemoteClusters.get}. */
export interface RemoteGetOptions {
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
  /** Overrides {@link RemoteClustersOptions.secretSelector}. */
  readonly labelSelector?: string;
}

/** 128 MiB: Nodes of about 5,000 machines. */
export const defaultRemoteCacheBytes = 128 * 1024 * 1024;

/** The key of the kubeconfig in the Secret, as in Cluster API. */
const dataKey = "value";

function among(selector: string): string {
  return selector === "" ? "" : ` among the Secrets with the label ${selector}`;
}

/**
 * Clients for other clusters: one client and cache for each kubeconfig Secret, created on first use.
 *
 * A Secret whose data changes gets a new client; deleting a Secret closes its client. An unavailable cluster costs its own callers one
 * attempt at a time, after 100 ms and later every 5 s. In between they get the error immediately, and callers of other clusters are not
 * delayed.
 */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #connections = new Map<string, RemoteConnection>();
  #isClosed = false;

  constructor(options: RemoteClustersOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#logger = options.logger ?? silentLogger;
  }

  /**
   * The cluster whose kubeconfig is in this Secret, once it has answered.
   *
   * @throws RemoteUnavailableError - the Secret or its kubeconfig is missing, or the cluster is unavailable; the reconcile is retried
   *   with back-off.
   */
  async get(secret: ObjectKey, options: RemoteGetOptions = {}): Promise<RemoteCluster> {
    this.#checkOpen();
    const labelSelector = options.labelSelector ?? this.#options.secretSelector ?? "";
    // A management cluster has many other Secrets, which are not needed here.
    const informer = this.#options.cache.informer(Secret, labelSelector === "" ? {} : { labelSelector });
    await informer.waitForSync(options.signal);
    this.#checkOpen();
    const stored = informer.get(secret);
    const connection = this.#connectionFor(secret, stored, labelSelector);
    try {
      await connection.connect();
    } catch (error) {
      const object = refOfKey(Secret, secret);
      throw new RemoteUnavailableError(`The cluster of Secret ${objectKeyText(secret)} is unresponsive`, {
        object,
        cause: error,
      });
    }
    options.signal?.throwIfAborted();
    return connection;
  }

  /**
   * Calls `listener` once a cluster that {@link get} failed to reach is available, or will never be available with that kubeconfig;
   * immediately if it has become available since. For calls with the same key, only the last listener is called. A reconcile that gets such
   * an error does not need this, because it is enqueued automatically.
   */
  onceReachable(secret: ObjectKey, key: string, listener: () => void): void {
    this.#connections.get(objectKeyText(secret))?.onceReachable(key, listener);
  }

  /** The clusters in use that answered the last request. */
  healthy(): readonly RemoteCluster[] {
    return [...this.#connections.values()].filter(({ isReachable }) => isReachable);
  }

  /** Closes the watches and connections of a cluster. The next request for it connects again. */
  forget(secret: ObjectKey): void {
    const key = objectKeyText(secret);
    const connection = this.#connections.get(key);
    this.#connections.delete(key);
    if (connection !== undefined) void connection.close();
  }

  /** Closes everything; later calls of {@link get} throw. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connections = [...this.#connections.values()];
    this.#connections.clear();
    await Promise.all(connections.map((connection) => connection.close()));
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoppedError("The clients of other clusters have been closed");
  }

  #connectionFor(secret: ObjectKey, stored: DeepReadonly<Secret> | undefined, selector: string): RemoteConnection {
    const key = objectKeyText(secret);
    const encoded = stored?.data?.[dataKey];
    const object = refOfKey(Secret, secret);
    if (encoded === undefined) {
      this.forget(secret);
      const problem = stored === undefined ? `does not exist${among(selector)}` : `has no "${dataKey}"`;
      throw new RemoteUnavailableError(`The kubeconfig Secret ${key} ${problem}`, { object });
    }
    const existing = this.#connections.get(key);
    if (existing?.kubeconfig === encoded) return existing;
    if (existing !== undefined) {
      this.#logger.info("The kubeconfig of a cluster changed; reconnecting", { secret: key });
      this.forget(secret);
    }
    const connection = this.#open(encoded, secret);
    this.#connections.set(key, connection);
    return connection;
  }

  #open(encoded: string, secret: ObjectKey): RemoteConnection {
    const { userAgent, freeze = false, maxRequestsInFlight = 8, probeTimeoutMs = 10_000 } = this.#options;
    const { cacheBytes = defaultRemoteCacheBytes, onRequest } = this.#options;
    const key = objectKeyText(secret);
    const object = refOfKey(Secret, secret);
    const clock = this.#options.connectionClock ?? systemClock;
    const { rate } = this.#options;
    let client: RestClient;
    try {
      client = createRestClient({
        kubeconfig: Buffer.from(encoded, "base64").toString("utf8"),
        kubeconfigSource: object,
        insecureKubeconfig: this.#options.insecureKubeconfig ?? {},
        userAgent,
        clock,
        maxRequestsInFlight,
        requestTimeoutMs: probeTimeoutMs,
        limits: workloadLimits,
        ...(onRequest === undefined ? {} : { onRequest }),
        ...(rate === undefined ? {} : { rate }),
      });
    } catch (error) {
      // The message includes the refusal, because not every reader sees the cause of an error.
      const message = isCapstanError(error, "KubeconfigRefused")
        ? error.message
        : `The kubeconfig in Secret ${key} cannot be used`;
      throw new RemoteUnavailableError(message, { object, cause: error });
    }
    const { fence } = this.#options;
    return new RemoteConnection({
      kubeconfig: encoded,
      client: fence === undefined ? client : fenced(client, fence),
      cache: new Cache({
        client: boundedReads(client, { bytes: cacheBytes, trim: trimRemote }),
        clock,
        freeze,
        logger: this.#logger.with({ remote: key }),
        waiting: (wait) => awayFromWorker(wait, { clock, afterMs: patienceMs }),
      }),
      clock: this.#clock,
      connectionClock: clock,
    });
  }
}
