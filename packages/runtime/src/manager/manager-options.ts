import type { Client } from "../client/client.ts";
import type { InsecureKubeconfig } from "../client/client-options.ts";
import type { RequestRateOptions } from "../client/request-rate.ts";
import type { Clock } from "../clock/clock.ts";
import type { EndedReconcile } from "../controller/reconcile-reports.ts";
import type { Logger } from "../logging/logger.ts";
import type { LogVerbosity } from "../logging/verbosity.ts";
import type { ManagerMetrics } from "../metrics/manager-metrics.ts";
import type { TlsSettings } from "../tls/tls-settings.ts";
import type { LeaderElectionOptions } from "./leader-election.ts";
import type { LastChange } from "./server-comparison.ts";

/** An address to listen on: `host:port`, or `:port` for all interfaces. Port 0 selects a free port. */
export type ListenAddress = string;

/** The diagnostics that a manager serves, and how. */
export interface DiagnosticsOptions {
  readonly address: ListenAddress;
  /**
   * Serves only `/metrics`, over plain HTTP, to everyone. Default: HTTPS, for clients whose bearer token the API server authenticates and
   * allows to get the path, with `/debug/heap`, `/debug/cpu`, `/debug/cache` and `/debug/flags/v` in addition.
   */
  readonly insecure?: boolean;
  /** Default: TLS 1.2 and later. */
  readonly tls?: TlsSettings;
  /** The verbosity that `/debug/flags/v` sets. Default: the path is not served. */
  readonly verbosity?: LogVerbosity;
}

/** Options of `Manager`. */
export interface ManagerOptions {
  /** The name in logs, Events (`reportingController`) and the default Lease name. */
  readonly name: string;
  /** The client; the manager does not close it. */
  readonly client: Client;
  /** The clock of the controllers: requeues, back-off, leader election. Default: the system clock. */
  readonly clock?: Clock;
  /** The clock of the connections. Default: the system clock, because sockets do not follow a fake clock. */
  readonly connectionClock?: Clock;
  /** Default: no logging. */
  readonly logger?: Logger;
  /**
   * Namespaces to watch: names, and prefixes such as `team-*`. With a prefix, the manager watches Namespaces too, and serves each new one
   * once it may list its objects. Default: all.
   */
  readonly namespaces?: readonly string[];
  /** Reconciles only objects whose label `cluster.x-k8s.io/watch-filter` has this value. Default: all. */
  readonly watchFilter?: string;
  /** Default: off. */
  readonly leaderElection?: LeaderElectionOptions;
  /** The address of `/healthz` and `/readyz`. Default: off. */
  readonly healthAddress?: ListenAddress;
  /** Serves metrics and, to authorized clients, profiles and more. Default: off. */
  readonly diagnostics?: DiagnosticsOptions;
  /** Serves CPU profiles and heap snapshots, which contain Secrets, over plain HTTP to everyone who can reach the address. Default: off. */
  readonly profilerAddress?: ListenAddress;
  /**
   * Default: a new instance. Pass the instance whose `requests.observe` is the client's `onRequest`, so that the client's requests are
   * counted.
   */
  readonly metrics?: ManagerMetrics;
  /** The default number of requests that a controller reconciles at a time. Default 10. */
  readonly concurrency?: number;
  /** The number of requests that a controller reconciles at a time, by controller name; overrides the controller's own setting. */
  readonly concurrencyOf?: Readonly<Record<string, number>>;
  /**
   * The period after which every object is reconciled, in milliseconds of the controllers' clock; up to a tenth more or less, so that
   * controllers do not do it at the same time. Default: only on changes.
   */
  readonly syncPeriodMs?: number;
  /** The default time limit of a reconcile, in milliseconds of the system clock. Default 60,000, as in Cluster API. */
  readonly reconcileTimeoutMs?: number;
  /**
   * The time limit of each phase of stop() (reconciles, Events, the Lease, watches), in milliseconds of the system clock. Default 10,000.
   */
  readonly stopTimeoutMs?: number;
  /**
   * How long a kind of a controller's sources may stay unreadable, because it is not installed or may not be listed, before the manager
   * fails; in milliseconds of the system clock. Default 120,000.
   */
  readonly syncTimeoutMs?: number;
  /**
   * A label selector for the Secrets that are watched for kubeconfigs of other clusters; "" watches all Secrets. Default
   * `cluster.x-k8s.io/cluster-name`: the Secrets of Clusters, as in Cluster API.
   */
  readonly remoteSecretSelector?: string;
  /** The rate of requests to each of the other clusters. Default: no limit. */
  readonly remoteRate?: RequestRateOptions;
  /** The approximate memory limit for cached objects of one other cluster, in bytes. Default 128 MiB. */
  readonly remoteCacheBytes?: number;
  /** The fields that kubeconfigs of other clusters may use. Default: only a server and credentials. */
  readonly insecureKubeconfig?: InsecureKubeconfig;
  /** Whether to freeze cached objects; see `CacheOptions.freeze`. Default false. */
  readonly freeze?: boolean;
  /**
   * Whether reconcilers may delay, by seconds, a status that shows an intermediate step and that nothing waits for, so that steps in quick
   * succession become one write. Default true; set it to `false` to see every step, as in tests.
   */
  readonly holdStatus?: boolean;
  /** Whether controllers reconcile only when `Manager.step` is called, one object each time. For tests. Default: false. */
  readonly byStep?: boolean;
}

/** Options of `Manager.settled`. */
export interface SettledOptions {
  /** How long to wait for each cause that keeps the manager from settling, in milliseconds of the system clock. Default 30,000. */
  readonly patienceMs?: number;
  /**
   * Returns the resourceVersion of a kind's last change without a request, for example from the host of an embedded server. Default: the
   * manager lists from the server, which costs more the more objects there are.
   */
  readonly lastChange?: LastChange;
}

/** Lifecycle events of a manager. */
export interface ManagerEvents {
  /** Caches match the server, and controllers run. */
  started: () => void;
  /** Everything has stopped. */
  stopped: () => void;
  /** This process holds the Lease. */
  elected: () => void;
  /** A reconcile has ended. */
  reconciled: (ended: EndedReconcile) => void;
  /** An error keeps the manager from working; the manager stops. */
  failed: (error: Error) => void;
}
