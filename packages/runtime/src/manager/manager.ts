import { ArgumentError, isCapstanError } from "@capstan/kube";
import type { Cache } from "../cache/cache.ts";
import { writeThrough } from "../cache/write-through-client.ts";
import type { Client } from "../client/client.ts";
import { fenced, fenceUntil } from "../client/fenced-client.ts";
import { namedWaits } from "../client/named-waits.ts";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import type { Controller } from "../controller/controller.ts";
import type { ControllerContext } from "../controller/controller-context.ts";
import { stepFirst, type SteppedReconcile } from "../controller/step-first.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { SafeEmitter } from "../logging/safe-emitter.ts";
import { ManagerMetrics } from "../metrics/manager-metrics.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import { ApiEventRecorder } from "./api-event-recorder.ts";
import type { EventRecorder } from "./event-recorder.ts";
import { controllerContextOf } from "./controller-context-of.ts";
import { candidateOf } from "./candidate.ts";
import { awaitEnd } from "./await-end.ts";
import { Leadership } from "./leadership.ts";
import { type HealthCheck, HealthChecks, type HealthEndpoint } from "./health-checks.ts";
import { LeaderTerm } from "./leader-term.ts";
import type { LeaderWork } from "./leader-work.ts";
import type { ManagerEvents, ManagerOptions, SettledOptions } from "./manager-options.ts";
import { managementCache, workloadClusters } from "./manager-caches.ts";
import { ManagerEndpoints, type ServedAddresses } from "./manager-endpoints.ts";
import { type Readiness, readinessOf } from "./readiness.ts";
import { settle } from "./settle.ts";
import { type StartCheck, StartChecks } from "./start-check.ts";
import { defaultStopTimeoutMs } from "./stop-time.ts";
import { whenUnreadable } from "./unreadable-kinds.ts";

/**
 * Runs controllers against one API server, with one cache, one write-through client, leader election, health and metrics.
 *
 * Starts caches, then sources, then workers; stops in the opposite order. Start and stop a manager only once.
 *
 * @example
 * ```ts
 * import { ApiServer } from "@capstan/apiserver";
 * import { ConfigMap, Controller, createClient, forKind, Manager, Result } from "@capstan/runtime";
 *
 * await using server = await ApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "greeter/1.0.0" });
 * await using manager = new Manager({ name: "greeter", client });
 * const reconciler = { reconcile: async () => Promise.resolve(Result.awaitChange()) };
 * manager.add(new Controller({ name: "greeter", sources: [forKind(ConfigMap)], reconciler }));
 * await manager.start();
 * await manager.settled();
 * ```
 */
export class Manager extends SafeEmitter<ManagerEvents> {
  /** The manager's name, in Leases, logs and Events. */
  readonly name: string;
  /** The {@link cache} shows its writes immediately. It refuses writes once the manager has stopped or lost the Lease. */
  readonly client: Client;
  /** The cache of the management cluster. */
  readonly cache: Cache;
  /** The clock of its controllers. */
  readonly clock: Clock;
  /** The logger of its controllers. */
  readonly logger: Logger;
  /** Records Events. */
  readonly recorder: EventRecorder;
  /** Clients and caches of workload clusters. */
  readonly remotes: RemoteClusters;
  /** The value of the watch filter label; `undefined`: all objects are reconciled. */
  readonly watchFilter: string | undefined;
  /** Whether reconcilers may delay a status that nothing waits for; see `ManagerOptions.holdStatus`. */
  readonly holdsStatus: boolean;
  /** The metrics of the manager. */
  readonly metrics: ManagerMetrics;
  /** Rejects when the manager cannot continue (leadership lost, a controller that cannot start); the manager then stops itself. */
  readonly failure: Promise<never>;
  readonly #options: ManagerOptions;
  readonly #connectionClock: Clock;
  readonly #controllers: Controller[] = [];
  readonly #startChecks = new StartChecks();
  readonly #healthChecks: HealthChecks;
  readonly #recorder: ApiEventRecorder;
  readonly #stopping = new AbortController();
  /** Ends every write of {@link client}. */
  readonly #ended = new AbortController();
  readonly #endpoints: ManagerEndpoints;
  #fail: (error: Error) => void = () => undefined;
  readonly #leadership: Leadership;
  readonly #leaderTerm: LeaderTerm;
  #stopped: Promise<void> | undefined;
  #state: "new" | "starting" | "running" | "stopping" | "stopped" = "new";

  constructor(options: ManagerOptions) {
    const { clock = systemClock, connectionClock = systemClock, logger = silentLogger, freeze = false } = options;
    super((error) => {
      logger.error("A listener of the manager failed", { error });
    });
    this.#options = options;
    this.#connectionClock = connectionClock;
    this.name = options.name;
    this.metrics = options.metrics ?? new ManagerMetrics();
    this.watchFilter = options.watchFilter;
    this.holdsStatus = options.holdStatus ?? true;
    this.clock = clock;
    this.logger = logger;
    this.cache = managementCache(options, { connectionClock, logger, freeze });
    const { name, metrics } = this;
    const election = candidateOf(options, { clock, logger });
    this.#leadership = new Leadership({ name, election, metrics: metrics.leader, logger });
    const whileLeading = this.#leadership.fence;
    const untilEnded = fenceUntil(this.#ended.signal, whileLeading);
    this.client = namedWaits(writeThrough(fenced(options.client, untilEnded), this.cache));
    this.remotes = workloadClusters(options, {
      cache: this.cache,
      clock,
      connectionClock,
      logger,
      freeze,
      fence: whileLeading,
      onRequest: metrics.requests.observeWorkload,
    });
    this.#leaderTerm = new LeaderTerm({
      leadership: this.#leadership,
      manager: this,
      stopping: this.#stopping.signal,
      onElected: () => this.emit("elected"),
      onError: (error) => {
        this.#failed(error);
      },
    });
    this.#recorder = new ApiEventRecorder(fenced(options.client, whileLeading), clock, logger, this.name);
    this.recorder = this.#recorder;
    this.#healthChecks = new HealthChecks(connectionClock, logger);
    this.#endpoints = new ManagerEndpoints(options, this, this.#healthChecks, () => this.#readiness());
    this.failure = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    // An unhandled rejection would end the process, even if the caller does not use this promise.
    this.failure.catch(() => undefined);
  }

  /** The controllers, in the order they were added. */
  get controllers(): readonly Controller[] {
    return this.#controllers;
  }

  /** The addresses of health, diagnostics and profiles, as `host:port`, once started. */
  get addresses(): ServedAddresses {
    return this.#endpoints.addresses;
  }

  /** Adds a controller; while the manager runs, the controller starts immediately. */
  add(controller: Controller): void {
    if (this.#controllers.some(({ name }) => name === controller.name)) {
      throw new ArgumentError(
        `Controller "${controller.name}" already exists in manager ${this.name}; choose another name`,
      );
    }
    this.#controllers.push(controller);
    if (this.#state === "running") this.#startLate(controller);
  }

  /**
   * Adds a check of what controllers need. A controller starts after all checks that were added before it. If one rejects, the manager does
   * not start, or fails if it runs already.
   */
  beforeStart(check: StartCheck): void {
    this.#startChecks.add(check);
  }

  /**
   * Adds work that the leading process does once, after the caches are filled and before its controllers reconcile; without leader
   * election, every process does it. If the work fails, the manager fails. Add it before the start.
   */
  whenLeading(work: LeaderWork): void {
    if (this.#state !== "new")
      throw new StoppedError(`Manager ${this.name} has started; add the leader's work before start()`);
    this.#leaderTerm.add(work);
  }

  /**
   * Adds a check to `/healthz` or `/readyz`; it runs for every request to the endpoint, with a time limit of 5 s.
   *
   * @throws ArgumentError a check with that name exists, or the name is not lower case, digits and dashes.
   */
  addHealthCheck(endpoint: HealthEndpoint, name: string, check: HealthCheck): void {
    this.#healthChecks.add(endpoint, name, check);
  }

  /**
   * Resolves when the caches of every source are filled and workers run; with leader election, when this process takes part in it. Does not
   * wait for kinds that are not served.
   *
   * @param signal - stops the manager when it aborts.
   * @throws the error of a check from {@link beforeStart}; nothing runs then.
   */
  async start(signal?: AbortSignal): Promise<void> {
    if (this.#state !== "new") throw new StoppedError(`The manager ${this.name} can be started only once`);
    this.#state = "starting";
    if (signal?.aborted === true) return this.stop();
    signal?.addEventListener("abort", () => void this.stop(), { once: true });
    try {
      await this.#endpoints.start();
      await this.#runStartChecks();
      this.#stopping.signal.throwIfAborted();
      this.cache.start();
      const context = this.#controllerContext();
      const sources = Promise.all(this.#controllers.map((controller) => controller.startSources(context)));
      await Promise.race([sources, this.#unreadable(this.cache.informers())]);
      if (!this.#leadership.isContested) await this.#leaderTerm.doWork();
    } catch (error) {
      const wasStopped = this.#stopping.signal.aborted;
      await this.stop();
      if (wasStopped) return;
      throw error;
    }
    if (this.#stopping.signal.aborted) return;
    for (const controller of this.#controllers) if (!this.#needsLead(controller)) controller.startWorkers();
    this.#leaderTerm.begin();
    this.#state = "running";
    const controllers = this.#controllers.length;
    this.logger.info("The manager is running", { manager: this.name, controllers, ...this.addresses });
    this.emit("started");
  }

  /**
   * Stops workers, then watches, then releases the Lease. Aborts the signals of reconciles, and waits for them no longer than
   * `stopTimeoutMs`. Safe to repeat.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /**
   * Resolves when everything has settled: each informer matches the server, no request is ready and no reconcile runs. Delayed requests
   * (requeueAfter, back-off) do not count. Meant for tests: it sends requests to the server.
   *
   * @throws TimedOutError - something has kept the manager from settling for longer than `patienceMs`; the message names object,
   *   controller, the wait and its duration.
   */
  async settled({ patienceMs = 30_000, lastChange }: SettledOptions = {}): Promise<void> {
    await settle({
      name: this.name,
      ...(lastChange === undefined ? {} : { lastChange }),
      patienceMs,
      client: this.#options.client,
      cache: this.cache,
      remotes: this.remotes,
      controllers: this.#controllers,
      clock: this.#connectionClock,
      signal: this.#stopping.signal,
      flushed: () => this.#recorder.flushed(),
      events: this,
    });
  }

  /**
   * With the option `byStep`: reconciles the next object of the first controller, in the order of their addition, that has one waiting, and
   * resolves when the reconcile has ended.
   *
   * @returns undefined if nothing waits.
   */
  step(): Promise<SteppedReconcile | undefined> {
    return stepFirst(this.#controllers);
  }

  /** Stops the manager at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #needsLead(controller: Controller): boolean {
    return this.#leadership.isContested && controller.needsLeaderElection;
  }

  #controllerContext(): ControllerContext {
    return controllerContextOf(this, this.#options, {
      deadlineClock: this.#connectionClock,
      onReconciled: (ended) => {
        if (this.listenerCount("reconciled") > 0) this.emit("reconciled", ended());
      },
    });
  }

  async #runStartChecks(): Promise<void> {
    const { client } = this.#options;
    const context = { client, clock: this.#connectionClock, logger: this.logger, signal: this.#stopping.signal };
    await this.#startChecks.run(context);
  }

  /** Rejects, and fails a running manager, if one of these informers cannot be read for too long; otherwise never settles. */
  async #unreadable(informers: ReturnType<Cache["informers"]>): Promise<never> {
    const { syncTimeoutMs: afterMs = 120_000 } = this.#options;
    const { signal } = this.#stopping;
    const error = await whenUnreadable(informers, { clock: this.#connectionClock, afterMs, signal });
    if (this.#state === "running") this.#failed(error);
    throw error;
  }

  #startLate(controller: Controller): void {
    this.#runStartChecks()
      .then(async () => {
        if (this.#stopping.signal.aborted) return;
        await controller.startSources(this.#controllerContext());
        if (!controller.needsLeaderElection || this.#leadership.isHeld) controller.startWorkers();
      })
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#failed(error);
      });
  }

  #failed(error: unknown): void {
    const failure = error instanceof Error ? error : new Error("The manager failed", { cause: error });
    this.logger.error("The manager cannot continue and stops", { manager: this.name, error: failure });
    // Another process may lead within seconds: anything that still runs here must not write by then.
    if (isCapstanError(error, "LeadershipLost")) this.#leadership.depose(failure);
    this.#fail(failure);
    this.emit("failed", failure);
    void this.stop();
  }

  async #stop(): Promise<void> {
    this.#state = "stopping";
    const reason = new StoppedError(`The manager ${this.name} has been stopped`);
    this.#stopping.abort(reason);
    const { stopTimeoutMs: timeoutMs = defaultStopTimeoutMs } = this.#options;
    const bounds = { name: this.name, clock: this.#connectionClock, timeoutMs, logger: this.logger };
    const ends = this.#controllers.map((controller) => controller.stop());
    const hasEnded = await awaitEnd(Promise.all([...ends, this.#leaderTerm.workEnd]), "reconciles", bounds);
    this.#ended.abort(reason);
    await awaitEnd(this.#recorder.flushed(), "Events", bounds);
    // No other process may lead while a reconcile or the leader's work might still write: in that case the Lease expires.
    if (hasEnded) await awaitEnd(this.#leadership.release(), "the Lease", bounds);
    await awaitEnd(Promise.all([this.#leaderTerm.end, this.remotes.close(), this.cache.stop()]), "watches", bounds);
    await this.#endpoints.stop();
    this.#state = "stopped";
    this.emit("stopped");
  }

  #readiness(): Readiness {
    if (this.#state !== "running") return { ready: false, says: `the manager is ${this.#state}` };
    return readinessOf(this.cache.informers());
  }
}
