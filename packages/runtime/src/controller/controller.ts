import { StoppedError } from "../errors/runtime-errors.ts";
import { groupOf, type Request, requestKey } from "../enqueue/request.ts";
import type { RunningSource, Source } from "../enqueue/source.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import { ReconcileSpan } from "../tracing/reconcile-span.ts";
import type { ReconciledObject } from "../tracing/reconciled-object.ts";
import { Workers } from "../worker/workers.ts";
import type { ControllerContext } from "./controller-context.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { type ReconcileEnd, succeeded, threw } from "./reconcile-end.ts";
import type { LongRunningReconcile } from "./reconcile-reports.ts";
import { observed, type Running, sourceContext } from "./running-controller.ts";
import { GivenContext } from "./given-context.ts";
import { type RunningReconcile, RunningReconciles } from "./running-reconciles.ts";

/**
 * Runs the reconciler of one kind: sources fill its queue, workers take requests from the queue and call the reconciler, never concurrently
 * for one request.
 */
export class Controller {
  /** The controller's name in logs and metrics. */
  readonly name: string;
  /** Whether it runs only while its manager leads. */
  readonly needsLeaderElection: boolean;
  readonly #options: ControllerOptions;
  /** Sources added by {@link watch} before the start. */
  readonly #early = new Map<string, Source>();
  #running: Running | undefined;
  #idleWaiters: (() => void)[] = [];

  constructor(options: ControllerOptions) {
    this.name = options.name;
    this.needsLeaderElection = options.needsLeaderElection ?? true;
    this.#options = options;
  }

  /** The queue while the controller runs, for metrics and tests. */
  get queue(): Pick<WorkQueue, "depth" | "processing" | "delayed" | "adds" | "retries"> | undefined {
    return this.#running?.queue;
  }

  /**
   * Adds a source, also while the controller runs. A source with a known key has no effect, so a reconciler may call this every time it
   * encounters a kind.
   *
   * @returns a function that stops the source.
   */
  watch(source: Source): () => void {
    const running = this.#running;
    if (running === undefined) {
      if (!this.#early.has(source.key)) this.#early.set(source.key, source);
    } else if (!running.sources.has(source.key)) {
      const started = this.#startSource(running, source);
      started.ready.catch((error: unknown) => {
        running.logger.error("A source failed to start", { source: source.key, error });
      });
    }
    return () => {
      this.#early.delete(source.key);
      this.#running?.sources.get(source.key)?.stop();
      this.#running?.sources.delete(source.key);
    };
  }

  /** Starts the sources; resolves when all existing objects are enqueued. Called by the manager. */
  async startSources(context: ControllerContext): Promise<void> {
    const { clock, deadlineClock, logger } = context;
    const concurrency = context.concurrencyOf?.[this.name] ?? this.#options.concurrency ?? context.concurrency;
    const workers = new Workers(concurrency, deadlineClock, () => {
      this.#pump(running);
    });
    const running: Running = {
      context,
      workers,
      logger: logger.with({ controller: this.name }),
      queue: new WorkQueue({
        clock,
        onTaken: (waitedMs) => {
          context.metrics.queues.waited(this.name, waitedMs / 1_000);
        },
        ...(this.#options.backoff === undefined ? {} : { backoff: this.#options.backoff }),
      }),
      stopping: new AbortController(),
      sources: new Map(),
      pending: new Set(),
      reconciles: new RunningReconciles(
        deadlineClock,
        this.#options.reconcileTimeoutMs ?? context.reconcileTimeoutMs,
        (reconcile, error) => {
          this.#timedOut(running, reconcile, error);
        },
      ),
      restrictions: [],
      areWorkersOn: false,
    };
    this.#running = running;
    context.metrics.add(observed(this.name, running));
    running.queue.onReady(() => {
      this.#pump(running);
    });
    const sources = [...this.#options.sources, ...this.#early.values()];
    await Promise.all(sources.map((source) => this.#startSource(running, source).ready));
  }

  /** Starts to take requests. Called by the manager, after the sources have started and, if necessary, after the election. */
  startWorkers(): void {
    const running = this.#running;
    if (running === undefined || running.context.byStep === true) return;
    running.areWorkersOn = true;
    this.#pump(running);
  }

  /**
   * Reconciles the next request while no workers run, and resolves when the reconcile has ended. Called by the manager, with the option
   * `byStep`.
   *
   * @returns the request; undefined if no request waits.
   */
  async step(): Promise<Request | undefined> {
    const running = this.#running;
    const reconcile = running === undefined ? undefined : this.#take(running, () => true);
    if (running === undefined || reconcile === undefined) return undefined;
    await this.#work(running, reconcile);
    return reconcile.request;
  }

  /** Stops the sources, aborts reconciles and resolves when the last reconcile has returned. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    for (const source of running.sources.values()) source.stop();
    running.queue.shutDown();
    const reason = new StoppedError(`The controller ${this.name} has been stopped`);
    running.stopping.abort(reason);
    await running.reconciles.stop(reason);
    this.#running = undefined;
    this.#wakeIdle();
  }

  /**
   * Whether no request is ready, no reconcile runs and no source has pending work. Delayed requests do not count, nor requests that are
   * ready while no workers run.
   */
  get isIdle(): boolean {
    const running = this.#running;
    if (running === undefined) return true;
    const ready = running.areWorkersOn ? running.queue.depth : 0;
    return ready === 0 && running.reconciles.size === 0 && running.pending.size === 0;
  }

  /** The reconcile that has run the longest. */
  get longestRunning(): LongRunningReconcile | undefined {
    const reconciles = this.#running?.reconciles;
    const longest = reconciles?.longest;
    if (reconciles === undefined || longest === undefined) return undefined;
    const seconds = reconciles.durationMs(longest) / 1_000;
    return { ...this.#ownKind, request: longest.request, seconds, waitsFor: longest.worker.waitsFor };
  }

  /** The number of pending pieces of work in sources that will end in requests. */
  get pendingInSources(): number {
    return this.#running?.pending.size ?? 0;
  }

  get #ownKind(): { readonly kind?: string } {
    const own = this.#options.sources.find((source) => source.own !== undefined)?.own;
    return own === undefined ? {} : { kind: own.kind.kind };
  }

  /** Resolves once {@link isIdle}. */
  async idle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #startSource(running: Running, source: Source): RunningSource {
    const context = sourceContext(running, source.key, () => {
      this.#wakeIdle();
    });
    const started = source.start(context);
    // Two sources from the constructor may have the same key: both count.
    const key = running.sources.has(source.key) ? `${source.key}#${running.sources.size}` : source.key;
    running.sources.set(key, started);
    return started;
  }

  #pump(running: Running): void {
    while (running.areWorkersOn && !running.stopping.signal.aborted && running.workers.hasFree) {
      const reconcile = this.#take(running, (group) => running.workers.isFor(group));
      if (reconcile === undefined) break;
      // Leaves the call stack of the code that added the request, so that a listener never runs a reconcile; and the turn of the event
      // loop, so that thousands of reconciles without work do not block others.
      setImmediate(() => {
        void this.#work(running, reconcile);
      });
    }
  }

  /** Begins the reconcile of the next request of a group that may have a turn; undefined if none waits. */
  #take(running: Running, mayHaveTurn: (group: string) => boolean): RunningReconcile | undefined {
    const request = running.queue.take(mayHaveTurn);
    if (request === undefined) return undefined;
    const worker = running.workers.take(groupOf(request), () => ({
      key: `${this.name}/${requestKey(request)}`,
      enqueue: (afterMs) => {
        running.queue.add(request, afterMs === undefined ? {} : { afterMs });
      },
      logger: running.logger.with({ request: requestKey(request) }),
    }));
    return running.reconciles.begin(request, worker);
  }

  async #work(running: Running, reconcile: RunningReconcile): Promise<void> {
    const { request, worker } = reconcile;
    const given = new GivenContext(reconcile, running.logger, running.context.clock);
    let span: ReconcileSpan | undefined;
    let end: ReconcileEnd | undefined;
    try {
      if (!isServed(running, request) || running.stopping.signal.aborted) return;
      span = new ReconcileSpan(this.name, running.context.manager, () => this.#describe(running, request));
      const call = span.bind(() => this.#options.reconciler.reconcile(request, given));
      const result = await worker.run(call);
      end = { outcome: succeeded(running.queue, request, result) };
      span.succeeded(end.outcome, result.requeueAfterMs);
    } catch (error) {
      if (!running.stopping.signal.aborted)
        end = threw(running.queue, request, given.logger, { error, heldMs: worker.heldMs });
      span?.failed(end?.outcome ?? "stopped", error);
    } finally {
      this.#ended(running, reconcile, end);
    }
  }

  /** @param end - undefined if the request was not for this process, or a stop ended the reconcile. */
  #ended(running: Running, reconcile: RunningReconcile, end: ReconcileEnd | undefined): void {
    const { reconciles, queue, context } = running;
    const { request, worker } = reconcile;
    const seconds = reconciles.durationMs(reconcile) / 1_000;
    if (end !== undefined) {
      context.metrics.reconciles.ended(this.name, end.outcome, seconds);
      context.onReconciled?.(() => ({ controller: this.name, ...this.#ownKind, request, seconds, ...end }));
    }
    reconciles.ended(reconcile);
    queue.done(request);
    context.metrics.queues.worked(this.name, seconds);
    // A request that waits for a worker gets it.
    worker.end();
    this.#wakeIdle();
  }

  /** The object of a request, for spans. */
  #describe({ context }: Running, request: Request): ReconciledObject {
    const own = this.#options.sources.find((source) => source.own !== undefined)?.own;
    if (own === undefined) return request;
    const uid = context.cache.informer(own.kind, own.scope).get(request)?.metadata.uid;
    const { kind, group } = own.kind;
    return { ...request, kind, group, ...(uid === undefined ? {} : { uid }) };
  }

  /**
   * Handles a reconcile that passes its deadline. If it ignores its signal, it loses its worker, so that others are reconciled. Its own
   * object is not reconciled again before it returns, because reconciles of one object must never run concurrently.
   */
  #timedOut({ logger, context }: Running, { request, worker }: RunningReconcile, error: Error): void {
    logger.error("Reconcile reached its deadline", { request: requestKey(request), error });
    context.metrics.reconciles.timedOut(this.name);
    worker.end();
  }

  #wakeIdle(): void {
    if (this.#idleWaiters.length === 0 || !this.isIdle) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const wake of waiters) wake();
  }
}

/** Whether a request is for this process; otherwise the queue forgets it. */
function isServed({ restrictions, queue }: Running, request: Request): boolean {
  if (restrictions.length === 0 || restrictions.every((isFor) => isFor(request))) return true;
  queue.forget(request);
  return false;
}
