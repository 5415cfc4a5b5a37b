import { isCapstanError } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import { writeThrough } from "../cache/write-through-client.ts";
import type { Client } from "../client/client.ts";
import { namedWaits } from "../client/named-waits.ts";
import { requestPath } from "../client/request-path.ts";
import type { Clock, Timer } from "../clock/clock.ts";
import { awayFromWorker, currentReconcile, waitingFor } from "../worker/workers.ts";
import { awayWhileAsking } from "./away-client.ts";
import { Reachability } from "./reachability.ts";
import type { RemoteCluster } from "./remote-cluster.ts";

/** Options of a {@link RemoteConnection}. */
export interface RemoteConnectionOptions {
  /** The kubeconfig in the Secret; callers with an equal string share one connection. */
  readonly kubeconfig: string;
  readonly client: Client;
  readonly cache: Cache;
  /** The clock of the back-off. */
  readonly clock: Clock;
  /** The clock of the connections. */
  readonly connectionClock: Clock;
}

/** A cluster with a refused answer counts as recovered after this time without another refusal. */
const probationMs = 60_000;
/** A request that takes longer releases its worker. */
export const patienceMs = 100;

/** A {@link RemoteCluster} and its availability. */
export class RemoteConnection implements RemoteCluster {
  readonly kubeconfig: string;
  readonly client: Client;
  readonly cache: Cache;
  readonly #raw: Client;
  readonly #options: RemoteConnectionOptions;
  /** By kind: why its informer is behind. */
  readonly #problems = new Map<string, Error>();
  /** By kind with a refused answer: it recovers with the next list, and may be refused again with the next watch. */
  readonly #probations = new Map<string, { hasRecovered: boolean; readonly timer: Timer }>();
  readonly #listeners = new Set<() => void>();
  readonly #reachability: Reachability;

  constructor(options: RemoteConnectionOptions) {
    this.#options = options;
    this.#raw = options.client;
    this.kubeconfig = options.kubeconfig;
    this.cache = options.cache;
    // The cache shows the client's own writes immediately, as with the management cluster.
    const client = awayWhileAsking(options.client, {
      clock: options.connectionClock,
      afterMs: patienceMs,
      onError: (error) => {
        if (!isCapstanError(error, "ConnectionFailed")) return;
        this.#reachability.lost(error);
        this.#wakeLater();
      },
    });
    this.#reachability = new Reachability({ clock: options.clock, ask: () => this.#probe() });
    this.client = namedWaits(writeThrough(client, options.cache), ` at ${client.server}`);
    this.cache.on("problem", (kind, error) => {
      this.#failed(kind, error);
    });
    this.cache.on("recovered", (kind) => {
      this.#reachability.answered();
      const probation = this.#probations.get(kind);
      if (probation === undefined) this.#changing(() => this.#problems.delete(kind));
      else probation.hasRecovered = true;
    });
  }

  get problem(): Error | undefined {
    return this.#problems.values().next().value;
  }

  /** Whether the last request was answered. */
  get isReachable(): boolean {
    return this.#reachability.isReachable;
  }

  /** Calls `listener` once the cluster is available again; for calls with the same key, only the last listener. */
  onceReachable(key: string, listener: () => void): void {
    this.#reachability.wait(key, listener);
  }

  onHealthChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves once the cluster has answered; rejects immediately until the next attempt is due. */
  async connect(): Promise<void> {
    if (this.isReachable) return;
    try {
      const away = { clock: this.#options.connectionClock, afterMs: 0 };
      const answer = () => awayFromWorker(() => this.#reachability.connect(), away);
      await waitingFor(() => `a response of ${this.#raw.server}`, answer);
    } catch (error) {
      this.#wakeLater();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.cache.removeAllListeners();
    this.#reachability.close();
    this.#listeners.clear();
    for (const { timer } of this.#probations.values()) timer.cancel();
    this.#probations.clear();
    await Promise.all([this.cache.stop(), this.#raw.close()]);
  }

  async #probe(): Promise<void> {
    await this.#raw.request("GET", requestPath`/version`, undefined, { retry: false });
    this.cache.start();
  }

  /** Wakes the reconcile that got an error once the cluster is available again. */
  #wakeLater(): void {
    const reconcile = currentReconcile();
    if (reconcile !== undefined) this.onceReachable(reconcile.key, reconcile.enqueue);
  }

  #failed(kind: string, error: Error): void {
    // The cluster is healthy: it only lacks a kind.
    if (isCapstanError(error, "KindNotServed")) return;
    // The next caller finds out whether the cluster is still available.
    if (isCapstanError(error, "ConnectionFailed") || isCapstanError(error, "ResponseRefused"))
      this.#reachability.lost(error);
    if (isCapstanError(error, "ResponseRefused")) this.#beginProbation(kind);
    this.#changing(() => this.#problems.set(kind, error));
  }

  #beginProbation(kind: string): void {
    this.#probations.get(kind)?.timer.cancel();
    const timer = this.#options.connectionClock.setTimer(probationMs, () => {
      const hasRecovered = this.#probations.get(kind)?.hasRecovered === true;
      this.#probations.delete(kind);
      if (hasRecovered) this.#changing(() => this.#problems.delete(kind));
    });
    this.#probations.set(kind, { hasRecovered: false, timer });
  }

  #changing(change: () => unknown): void {
    const before = this.problem === undefined;
    change();
    if (before !== (this.problem === undefined)) for (const listener of [...this.#listeners]) listener();
  }
}
