import type { DeepReadonly, ObjectKey } from "@capstan/contract";
import { Cache } from "../cache/cache.ts";
import { storeKey } from "../cache/object-store.ts";
import { writeThrough } from "../cache/write-through-client.ts";
import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { isCapstanError } from "../errors/capstan-error.ts";
import { refOfKey } from "../errors/object-ref.ts";
import { RemoteUnavailableError, StoppedError } from "../errors/runtime-errors.ts";
import { Secret } from "../kubernetes/core.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { watchBackoffMs } from "../watch/backoff.ts";
import type { RemoteCluster } from "./remote-cluster.ts";

/** Options of {@link RemoteClusters}. */
export interface RemoteClustersOptions {
  /** Cache of the cluster that has the kubeconfig Secrets: a Secret that changes is noticed through it. */
  readonly cache: Cache;
  readonly userAgent: string;
  /** Label selector of the Secrets that are watched; one without these labels counts as missing. Default: all Secrets. */
  readonly secretSelector?: string;
  /** Time of the back-off. Default the machine's. */
  readonly clock?: Clock;
  /** Time of the connections. Default the machine's. */
  readonly connectionClock?: Clock;
  readonly logger?: Logger;
  /** Freezes cached objects. Default false. */
  readonly freeze?: boolean;
  /** Limit of the first request to a cluster, in milliseconds of connection time. Default 10,000. */
  readonly probeTimeoutMs?: number;
  /** How many connections one cluster may take, watches apart. Default 8. */
  readonly connections?: number;
}

/** Options of {@link RemoteClusters.get}. */
export interface RemoteGetOptions {
  readonly signal?: AbortSignal;
  /** Overrides {@link RemoteClustersOptions.secretSelector}. */
  readonly labelSelector?: string;
}

/** Key in the Secret whose value is the kubeconfig, as Cluster API writes it. */
const dataKey = "value";

function among(selector: string): string {
  return selector === "" ? "" : ` among the Secrets with the label ${selector}`;
}

interface Connection {
  readonly kubeconfig: string;
  readonly cluster: RemoteCluster;
  /** The first answer; everyone who asks meanwhile shares it. */
  ready: Promise<void> | undefined;
  isHealthy: boolean;
  failures: number;
  retryAtMs: number;
}

/**
 * Clients for other clusters, one client and cache for each kubeconfig Secret, made when first asked for.
 *
 * A Secret whose data changes gets a new client, and one that is gone none. A cluster that does not answer costs its
 * own callers one attempt at a time, at most every 100 ms and later every 5 s; in between they are told at once, and
 * nobody else is delayed.
 */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #connections = new Map<string, Connection>();
  #isClosed = false;

  constructor(options: RemoteClustersOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#logger = options.logger ?? silentLogger;
  }

  /**
   * The cluster whose kubeconfig is in this Secret, once it has answered.
   *
   * @throws RemoteUnavailableError - no such Secret, no kubeconfig in it, or the cluster does not answer; the
   *   reconcile is retried with back-off.
   */
  async get(secret: ObjectKey, options: RemoteGetOptions = {}): Promise<RemoteCluster> {
    if (this.#isClosed) throw new StoppedError("The clients of other clusters have been closed");
    const labelSelector = options.labelSelector ?? this.#options.secretSelector ?? "";
    // A management cluster has many other Secrets, which are nobody's business here.
    const informer = this.#options.cache.informer(Secret, labelSelector === "" ? {} : { labelSelector });
    await informer.waitForSync(options.signal);
    const stored = informer.get(secret);
    const connection = this.#connectionFor(secret, stored, labelSelector);
    if (!connection.isHealthy) await this.#connect(secret, connection);
    options.signal?.throwIfAborted();
    return connection.cluster;
  }

  /** The clusters in use whose last request to connect succeeded. */
  healthy(): readonly RemoteCluster[] {
    return [...this.#connections.values()].filter(({ isHealthy }) => isHealthy).map(({ cluster }) => cluster);
  }

  /** Ends the watches and connections of a cluster. Asked for again, it is connected anew. */
  forget(secret: ObjectKey): void {
    const key = storeKey(secret);
    const connection = this.#connections.get(key);
    this.#connections.delete(key);
    if (connection !== undefined) void this.#drop(connection);
  }

  /** Ends everything; later calls of {@link get} throw. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connections = [...this.#connections.values()];
    this.#connections.clear();
    await Promise.all(connections.map((connection) => this.#drop(connection)));
  }

  #connectionFor(secret: ObjectKey, stored: DeepReadonly<Secret> | undefined, selector: string): Connection {
    const key = storeKey(secret);
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
      this.#logger.info("The kubeconfig of a cluster changed; connecting anew", { secret: key });
      this.forget(secret);
    }
    const connection = this.#open(encoded, key);
    this.#connections.set(key, connection);
    return connection;
  }

  #open(encoded: string, key: string): Connection {
    const { userAgent, connectionClock, freeze = false, connections = 8 } = this.#options;
    const clock = connectionClock ?? systemClock;
    let client: Client;
    try {
      client = createClient({
        kubeconfig: Buffer.from(encoded, "base64").toString("utf8"),
        userAgent,
        clock,
        connections,
        requestTimeoutMs: this.#options.probeTimeoutMs ?? 10_000,
      });
    } catch (error) {
      const object = { kind: "Secret", name: key };
      throw new RemoteUnavailableError(`The kubeconfig in Secret ${key} cannot be used`, { object, cause: error });
    }
    const cache = new Cache({ client, clock, freeze, logger: this.#logger.with({ remote: key }) });
    return {
      kubeconfig: encoded,
      // What is written through it is seen in its cache at once, as with the manager's own.
      cluster: { client: writeThrough(client, cache), cache },
      ready: undefined,
      isHealthy: false,
      failures: 0,
      retryAtMs: 0,
    };
  }

  async #connect(secret: ObjectKey, connection: Connection): Promise<void> {
    const key = storeKey(secret);
    const object = refOfKey(Secret, secret);
    if (connection.ready === undefined && this.#clock.now() < connection.retryAtMs) {
      throw new RemoteUnavailableError(`The cluster of Secret ${key} did not answer; it is tried again shortly`, {
        object,
      });
    }
    connection.ready ??= this.#probe(connection).finally(() => {
      connection.ready = undefined;
    });
    try {
      await connection.ready;
    } catch (error) {
      throw new RemoteUnavailableError(`The cluster of Secret ${key} does not answer`, { object, cause: error });
    }
  }

  async #probe(connection: Connection): Promise<void> {
    const { client, cache } = connection.cluster;
    const clock = this.#options.connectionClock ?? systemClock;
    const limit = new AbortController();
    const timer = clock.setTimer(this.#options.probeTimeoutMs ?? 10_000, () => {
      limit.abort(new RemoteUnavailableError("No answer in time"));
    });
    try {
      await client.request("GET", "/version", undefined, { signal: limit.signal });
      connection.isHealthy = true;
      connection.failures = 0;
      cache.start();
      cache.on("problem", (_kind, error) => {
        // The next caller finds out whether the cluster is still there.
        if (isCapstanError(error, "ConnectionFailed")) connection.isHealthy = false;
      });
    } catch (error) {
      connection.failures += 1;
      connection.retryAtMs = this.#clock.now() + watchBackoffMs(connection.failures, 0);
      throw error;
    } finally {
      timer.cancel();
    }
  }

  async #drop({ cluster }: Connection): Promise<void> {
    await Promise.all([cluster.cache.stop(), cluster.client.close()]);
  }
}
