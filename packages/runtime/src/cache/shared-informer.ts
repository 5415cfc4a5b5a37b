import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { Scope } from "../client/client.ts";
import type { WatchEvent } from "../client/watch-event.ts";
import { abortReason } from "../clock/sleep.ts";
import { type CapstanError, isCapstanError } from "../errors/capstan-error.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { compareResourceVersions } from "../watch/resource-version.ts";
import { type Reflector, type ReflectorHandler } from "../watch/reflector.ts";
import type { CacheEvent } from "./cache-event.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { Informer } from "./informer.ts";
import { ObjectStore } from "./object-store.ts";
import { inScope } from "./selector.ts";

/** What a {@link SharedInformer} needs from its cache. */
export interface InformerContext {
  readonly freeze: boolean;
  readonly signal: AbortSignal;
  reflector<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    scope: Scope,
    handler: ReflectorHandler<T>,
  ): Reflector<T>;
  onSynced(): void;
  onProblem(error: CapstanError | undefined): void;
  readonly onListenerError: (error: unknown) => void;
}

/** One list and watch, and how far it has come. */
interface Feed {
  readonly scope: Scope;
  synced: boolean;
  /** Last resourceVersion delivered. */
  delivered: string;
  problem: CapstanError | undefined;
}

/** The {@link Informer} of a cache: one store, fed by one list and watch a namespace it covers. */
export class SharedInformer<T extends KubernetesObject> implements Informer<T> {
  readonly kind: ResourceKind<T>;
  readonly scopes: readonly Scope[];
  readonly #context: InformerContext;
  readonly #store = new ObjectStore<T>();
  readonly #feeds: readonly Feed[];
  readonly #listeners = new Set<(event: CacheEvent<T>) => void>();
  readonly #changeWaiters = new Set<() => void>();
  #isStarted = false;
  #expected = "";
  /** Finished when every feed has. */
  finished: Promise<unknown> = Promise.resolve();

  constructor(kind: ResourceKind<T>, scopes: readonly Scope[], context: InformerContext) {
    this.kind = kind;
    this.scopes = scopes;
    this.#context = context;
    this.#feeds = scopes.map((scope) => ({ scope, synced: false, delivered: "", problem: undefined }));
  }

  /** Starts listing; once. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const runs = this.#feeds.map((feed) =>
      this.#context.reflector(this.kind, feed.scope, this.#handlerOf(feed)).run(this.#context.signal),
    );
    this.finished = Promise.all(runs).then(() => {
      this.#wake();
    });
  }

  get synced(): boolean {
    return this.#feeds.every(({ synced }) => synced);
  }

  get problem(): CapstanError | undefined {
    return this.#feeds.find(({ problem }) => problem !== undefined)?.problem;
  }

  /** Whether every version that {@link observe} was told of has been delivered by the watch. */
  get isCaughtUp(): boolean {
    return (
      this.#expected === "" ||
      this.#feeds.some(({ delivered }) => compareResourceVersions(delivered, this.#expected) >= 0)
    );
  }

  get(key: ObjectKey): DeepReadonly<T> | undefined {
    return this.#store.get(key);
  }

  list(options: { readonly namespace?: string } = {}): readonly DeepReadonly<T>[] {
    const all = [...this.#store.values()];
    const { namespace } = options;
    return namespace === undefined ? all : all.filter(({ metadata }) => metadata.namespace === namespace);
  }

  addIndex(name: string, keysOf: (object: DeepReadonly<T>) => readonly string[]): void {
    this.#store.addIndex(name, keysOf);
  }

  byIndex(name: string, value: string): readonly DeepReadonly<T>[] {
    return this.#store.byIndex(name, value);
  }

  onEvent(listener: (event: CacheEvent<T>) => void): () => void {
    for (const object of [...this.#store.values()]) this.#tell(listener, { type: "added", object, initial: true });
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async waitForSync(signal?: AbortSignal, options: { readonly unlessNotServed?: boolean } = {}): Promise<void> {
    while (!this.synced) {
      if (this.#context.signal.aborted) throw new StoppedError(`The cache of ${this.kind.plural} has been stopped`);
      const { problem } = this;
      if (options.unlessNotServed === true && problem !== undefined && isCapstanError(problem, "KindNotServed"))
        throw problem;
      await this.nextChange(signal);
    }
  }

  /** Resolves at the next list, event or problem. */
  nextChange(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortReason(signal));
        return;
      }
      const onAbort = (): void => {
        this.#changeWaiters.delete(onChange);
        if (signal !== undefined) reject(abortReason(signal));
      };
      const onChange = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      this.#changeWaiters.add(onChange);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  covers(object: DeepReadonly<KubernetesObject>): boolean {
    return this.scopes.some((scope) => inScope(object, scope));
  }

  /** Takes over what a write answered. */
  observe(object: T): void {
    if (!this.#isStarted || !this.covers(object)) return;
    const { resourceVersion, deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
    // The last finalizer was removed: the object is gone, and its version is not one that a watch reports.
    if (deletionTimestamp !== undefined && (finalizers ?? []).length === 0 && (deletionGracePeriodSeconds ?? 0) === 0) {
      this.#publish(this.#store.remove(object, undefined));
      return;
    }
    if (resourceVersion !== undefined && compareResourceVersions(resourceVersion, this.#expected) > 0) {
      this.#expected = resourceVersion;
    }
    // Before the first list the store is empty, and an event now would come before the initial ones.
    if (this.synced) this.#publish(this.#store.put(this.#own(structuredClone(object))));
  }

  /** An object was deleted at once. */
  observeDelete(key: ObjectKey, uid: string | undefined): void {
    this.#publish(this.#store.removeUid(key, uid));
  }

  #handlerOf(feed: Feed): ReflectorHandler<T> {
    return {
      replaced: (items, resourceVersion) => {
        const owned = items.map((item) => this.#own(item));
        const events = this.#store.replace(owned, resourceVersion, (object) =>
          inScope(object, feed.scope.fieldSelector === undefined ? feed.scope : {}),
        );
        const isFirst = !feed.synced;
        feed.synced = true;
        feed.delivered = resourceVersion;
        feed.problem = undefined;
        this.#publish(isFirst ? events.map((event) => ({ ...event, initial: true })) : events);
        if (isFirst && this.synced) this.#context.onSynced();
      },
      changed: (events, resourceVersion) => {
        feed.delivered = resourceVersion;
        this.#publish(events.flatMap((event) => this.#apply(event)));
      },
      problem: (error) => {
        feed.problem = error;
        this.#context.onProblem(error);
        this.#wake();
      },
    };
  }

  #apply({ type, object }: WatchEvent<T>): CacheEvent<T>[] {
    const owned = this.#own(object);
    return type === "DELETED" ? this.#store.remove(owned, owned.metadata.resourceVersion) : this.#store.put(owned);
  }

  #own(object: T): T {
    return this.#context.freeze ? deepFreeze(object) : object;
  }

  #publish(events: readonly CacheEvent<T>[]): void {
    for (const event of events) for (const listener of [...this.#listeners]) this.#tell(listener, event);
    this.#wake();
  }

  #tell(listener: (event: CacheEvent<T>) => void, event: CacheEvent<T>): void {
    try {
      // A listener may be async although its type says otherwise: its rejection must not end the process either.
      const call: (event: CacheEvent<T>) => unknown = listener;
      const returned = call(event);
      if (returned instanceof Promise) returned.catch(this.#context.onListenerError);
    } catch (error) {
      this.#context.onListenerError(error);
    }
  }

  #wake(): void {
    const waiters = [...this.#changeWaiters];
    this.#changeWaiters.clear();
    for (const wake of waiters) wake();
  }
}
