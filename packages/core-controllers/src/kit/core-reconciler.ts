import {
  type Condition,
  type DeepReadonly,
  isPaused,
  type KubernetesObject,
  type ResourceKind,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import {
  type Client,
  type Clock,
  type EventRecorder,
  type Informer,
  isNotFound,
  patchChanges,
  type ReconcileContext,
  type Reconciler,
  removeFinalizer,
  type Request,
  requestKey,
  Result,
} from "@capstan/runtime";
import { type Pausing } from "../conditions/paused.ts";
import { watchLagMs } from "../references/watch-lag.ts";
import { keepFinalizer, writePaused } from "./write-paused.ts";

interface Conditioned extends KubernetesObject {
  status?: { conditions?: Condition[] };
}

/** The dependencies of every reconciler of the core. */
export interface CoreReconcilerOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
}

/** The kind and objects that a reconciler handles. */
export interface ReconciledKind<T extends Conditioned, C extends Pausing> {
  readonly kind: ResourceKind<T>;
  readonly objects: Informer<T>;
  /** The Cluster of an object, if known. */
  readonly clusterOf: (object: DeepReadonly<T>) => C | undefined;
  /** The finalizer that keeps a paused object until its referenced objects are cleaned up. Default: not needed. */
  readonly pausedFinalizer?: string;
}

/** An object to reconcile now. */
export interface Opened<T extends KubernetesObject, C> {
  readonly object: DeepReadonly<T>;
  /** `undefined`: the Cluster does not exist. */
  readonly cluster: C | undefined;
  readonly deleting: boolean;
  /** Milliseconds until it is no longer too early to report a related object as missing; 0: not too early. */
  readonly earlyMs: number;
}

/** State that a reconciler keeps for each object between reconciles, by key. */
interface Kept {
  forget(key: string, request: Request): void;
}

/**
 * The common start and end of every reconciler of the core. It forgets deleted objects, reports and leaves alone paused objects, reports
 * nothing for a new object until its Cluster could have been observed, and sends only changed fields with each write.
 */
export abstract class CoreReconciler<
  T extends Conditioned,
  C extends Pausing,
  O extends CoreReconcilerOptions,
> implements Reconciler {
  protected readonly options: O;
  protected abstract readonly reconciled: ReconciledKind<T, C>;
  readonly #kept: Kept[] = [];

  constructor(options: O) {
    this.options = options;
  }

  async reconcile(request: Request, { signal }: ReconcileContext): Promise<Result> {
    const { client, clock } = this.options;
    const { kind, objects, clusterOf, pausedFinalizer } = this.reconciled;
    const found = objects.get(request);
    if (found === undefined) {
      for (const each of this.#kept) each.forget(requestKey(request), request);
      return Result.awaitChange();
    }
    const cluster = clusterOf(found);
    if (isPaused(cluster, found)) {
      const object =
        pausedFinalizer === undefined ? found : await keepFinalizer<T>(client, kind, found, pausedFinalizer, signal);
      const paused = { kind, object: object as DeepReadonly<T>, cluster, now: clock.now() };
      return writePaused<T>(client, paused, signal);
    }
    const deleting = found.metadata.deletionTimestamp !== undefined;
    const earlyMs = deleting ? 0 : watchLagMs(found.metadata, clock.now());
    if (cluster === undefined && earlyMs > 0) return Result.requeueAfter(earlyMs);
    return this.reconcileOpened({ object: found, cluster, deleting, earlyMs }, signal);
  }

  /** The rest of a reconcile, for an object that exists and is not paused. */
  protected abstract reconcileOpened(opened: Opened<T, C>, signal: AbortSignal): Promise<Result>;

  /** Registers state to forget once its object is deleted. */
  protected keep<K extends Kept>(kept: K): K {
    this.#kept.push(kept);
    return kept;
  }

  /** @returns the object after the write. */
  protected async write(before: DeepReadonly<T>, after: T, signal: AbortSignal): Promise<DeepReadonly<T>> {
    const { object } = await patchChanges<T>(this.options.client, this.reconciled.kind, before, after, { signal });
    return object as DeepReadonly<T>;
  }

  /** @returns the object after the write. */
  protected writeStatus(object: DeepReadonly<T>, status: T["status"], signal: AbortSignal): Promise<DeepReadonly<T>> {
    return this.write(object, { ...deepCopy<T>(object), status }, signal);
  }

  /** Removes the finalizer from an object that is being deleted; no error if it is deleted already. */
  protected async release(object: DeepReadonly<T>, finalizer: string, signal: AbortSignal): Promise<Result> {
    const after = deepCopy<T>(object);
    after.metadata = removeFinalizer(after.metadata, finalizer);
    try {
      await this.write(object, after, signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return Result.awaitChange();
  }
}
