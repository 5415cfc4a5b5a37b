import { backoffMs, isCapstanError } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import { writeThrough } from "../cache/write-through-client.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import { RemoteUnavailableError } from "../errors/runtime-errors.ts";
import type { RemoteCluster } from "./remote-cluster.ts";

/** What a {@link RemoteConnection} is made of. */
export interface RemoteConnectionOptions {
  /** As it is in the Secret: callers with the same text share one connection. */
  readonly kubeconfig: string;
  readonly client: Client;
  readonly cache: Cache;
  /** Time of the back-off. */
  readonly clock: Clock;
  /** Time of the connections. */
  readonly connectionClock: Clock;
  readonly probeTimeoutMs: number;
}

const retrySteps = { baseMs: 100, maxMs: 5_000 };

/** One {@link RemoteCluster}, and whether it answers. */
export class RemoteConnection implements RemoteCluster {
  readonly kubeconfig: string;
  readonly client: Client;
  readonly cache: Cache;
  readonly #raw: Client;
  readonly #options: RemoteConnectionOptions;
  /** By kind: why its informer is behind. */
  readonly #problems = new Map<string, Error>();
  readonly #listeners = new Set<() => void>();
  /** The first answer; everyone who asks meanwhile shares it. */
  #probing: Promise<void> | undefined;
  #isReachable = false;
  #failures = 0;
  #retryAtMs = 0;
  #lastError: unknown;

  constructor(options: RemoteConnectionOptions) {
    this.#options = options;
    this.#raw = options.client;
    this.kubeconfig = options.kubeconfig;
    this.cache = options.cache;
    // What is written through it is seen in its cache at once, as with the manager's own.
    this.client = writeThrough(options.client, options.cache);
    this.cache.on("problem", (kind, error) => {
      this.#failed(kind, error);
    });
    this.cache.on("recovered", (kind) => {
      this.#isReachable = true;
      this.#changing(() => this.#problems.delete(kind));
    });
  }

  get problem(): Error | undefined {
    return this.#problems.values().next().value;
  }

  /** Whether its last response was an answer. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  onHealthChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves once the cluster has answered; rejects at once until it is time for the next attempt. */
  async connect(): Promise<void> {
    if (this.#isReachable) return;
    if (this.#probing === undefined && this.#options.clock.monotonic() < this.#retryAtMs) throw this.#lastError;
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async close(): Promise<void> {
    this.cache.removeAllListeners();
    this.#listeners.clear();
    await Promise.all([this.cache.stop(), this.#raw.close()]);
  }

  async #probe(): Promise<void> {
    const { clock, connectionClock, probeTimeoutMs } = this.#options;
    const limit = new AbortController();
    const timer = connectionClock.setTimer(probeTimeoutMs, () => {
      limit.abort(new RemoteUnavailableError("No answer in time"));
    });
    try {
      await this.#raw.request("GET", "/version", undefined, { signal: limit.signal, retry: false });
      this.#isReachable = true;
      this.#failures = 0;
      this.cache.start();
    } catch (error) {
      this.#lastError = error;
      this.#failures += 1;
      this.#retryAtMs = clock.monotonic() + backoffMs(this.#failures, retrySteps);
      throw error;
    } finally {
      timer.cancel();
    }
  }

  #failed(kind: string, error: Error): void {
    // The cluster is healthy: it only lacks a kind.
    if (isCapstanError(error, "KindNotServed")) return;
    // The next caller finds out whether the cluster is still there.
    if (isCapstanError(error, "ConnectionFailed")) this.#isReachable = false;
    this.#changing(() => this.#problems.set(kind, error));
  }

  #changing(change: () => unknown): void {
    const before = this.problem === undefined;
    change();
    if (before !== (this.problem === undefined)) for (const listener of [...this.#listeners]) listener();
  }
}
