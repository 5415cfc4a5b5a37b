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

/** Where to listen: `host:port`, or `:port` for all interfaces. Port 0 takes a free one. */
export type ListenAddress = string;

/** What is served about the process, and how. */
export interface DiagnosticsOptions {
  readonly address: ListenAddress;
  /**
   * Serves `/metrics` alone, by plain HTTP, to everyone. Default: HTTPS, to those whose bearer token the API server knows and allows to
   * get the path; then `/debug/heap`, `/debug/cpu`, `/debug/cache` and `/debug/flags/v` are there too.
   */
  readonly insecure?: boolean;
  /** Default: TLS 1.2 and later. */
  readonly tls?: TlsSettings;
  /** What `/debug/flags/v` sets. Default: it is not served. */
  readonly verbosity?: LogVerbosity;
}

/** Options of `Manager`. */
export interface ManagerOptions {
  /** For logs, Events (`reportingController`) and the default Lease name. */
  readonly name: string;
  /** Not closed by the manager. */
  readonly client: Client;
  /** Time of the controllers: requeues, back-off, leader election. Default the machine's. */
  readonly clock?: Clock;
  /** Time of the connections. Default the machine's, since sockets do not follow a fake clock. */
  readonly connectionClock?: Clock;
  /** Default: nothing is written. */
  readonly logger?: Logger;
  /**
   * Namespaces that are watched: names, and prefixes as `team-*`. With a prefix, Namespaces are watched too, and each that
   * comes is served once the manager may list its objects. Default: all.
   */
  readonly namespaces?: readonly string[];
  /** Only objects whose label `cluster.x-k8s.io/watch-filter` has this value are reconciled. Default: all. */
  readonly watchFilter?: string;
  /** Default: off. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Serves `/healthz` and `/readyz`. Default: off. */
  readonly healthAddress?: ListenAddress;
  /** Serves metrics, and to those who may profiles and more. Default: off. */
  readonly diagnostics?: DiagnosticsOptions;
  /**
   * Serves CPU profiles and heap snapshots, which contain Secrets, to everyone who reaches it, by plain HTTP. Default: off.
   */
  readonly profilerAddress?: ListenAddress;
  /** Default: new ones. Give those whose `requests.observe` is the client's `onRequest`, so that its requests are counted. */
  readonly metrics?: ManagerMetrics;
  /** Requests a controller reconciles at a time, where it has no own setting. Default 10. */
  readonly concurrency?: number;
  /** Requests a controller reconciles at a time, by its name, whatever its own setting. */
  readonly concurrencyOf?: Readonly<Record<string, number>>;
  /**
   * How often every object is reconciled at least, in milliseconds of the controllers' time; a tenth more or less, so that controllers
   * do not do it all at once. Default: when something changes only.
   */
  readonly syncPeriodMs?: number;
  /**
   * How long a reconcile may take, where its controller has no own setting, in milliseconds of the machine's time. Default 60,000, as
   * in Cluster API.
   */
  readonly reconcileTimeoutMs?: number;
  /** How long stop() waits for each of what it waits for (reconciles, Events, the Lease, watches), in milliseconds of the machine's time. Default 10,000. */
  readonly stopTimeoutMs?: number;
  /**
   * How long a kind of a controller's sources may stay unreadable, since it is not installed or may not be listed, before the manager
   * fails; in milliseconds of the machine's time. Default 120,000.
   */
  readonly syncTimeoutMs?: number;
  /**
   * Which Secrets are watched for kubeconfigs of other clusters, as a label selector; "" watches all Secrets.
   * Default `cluster.x-k8s.io/cluster-name`: those that belong to a Cluster, as in Cluster API.
   */
  readonly remoteSecretSelector?: string;
  /** How many requests are sent to each of the other clusters. Default: as many as there are. */
  readonly remoteRate?: RequestRateOptions;
  /** What the objects of one other cluster may take in memory, roughly, in bytes. Default 128 MiB. */
  readonly remoteCacheBytes?: number;
  /** What is followed of the kubeconfigs of other clusters. Default: only a server and credentials. */
  readonly insecureKubeconfig?: InsecureKubeconfig;
  /** Freezes cached objects; see `CacheOptions.freeze`. Default false. */
  readonly freeze?: boolean;
  /**
   * Whether reconcilers may hold back, for seconds, a status that shows a step and that nothing waits for: steps that follow each
   * other closely are one write then. Default true; `false` where every step is to be seen, as in tests.
   */
  readonly holdStatus?: boolean;
  /** Whether controllers reconcile one object each time `Manager.step` is called, and nothing otherwise. For tests. Default: false. */
  readonly byStep?: boolean;
}

/** Options of `Manager.settled`. */
export interface SettledOptions {
  /** How long each thing that keeps the manager from rest is waited for, in milliseconds of the machine's time. Default 30,000. */
  readonly patienceMs?: number;
  /**
   * The resourceVersion of the last change of a kind, from one who knows it without asking, such as the host of an embedded server.
   * Default: the server is asked for lists, which costs more the more there is.
   */
  readonly lastChange?: LastChange;
}

/** Lifecycle of a manager. */
export interface ManagerEvents {
  /** Its caches are in step with the server, and its controllers run. */
  started: () => void;
  /** All of it has ended. */
  stopped: () => void;
  /** This process holds the Lease. */
  elected: () => void;
  /** A reconcile of one of its controllers has ended. */
  reconciled: (ended: EndedReconcile) => void;
  /** Something that keeps the manager from working; it stops. */
  failed: (error: Error) => void;
}
