import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { type CapstanError, isCapstanError } from "@capstan/kube";
import type { Scope } from "../client/client.ts";
import type { WatchEvent } from "../client/watch-event.ts";
import { isForbidden } from "../errors/api-error.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { compareResourceVersions, laterVersion } from "../watch/resource-version.ts";
import type { CacheEvent } from "./cache-event.ts";
import { ChangeSignal } from "./change-signal.ts";
import { EventListeners } from "./event-listeners.ts";
import { Feed, type FeedSink } from "./feed.ts";
import type { Informer } from "./informer.ts";
import type { InformerContext } from "./informer-context.ts";
import { Intake } from "./intake.ts";
import type { ObjectIndex, ValuesOf } from "./object-index.ts";
import { ObjectStore } from "./object-store.ts";
import { WrittenVersions } from "./written-versions.ts";

/** The {@link Informer} of a cache: one store, fed by one list and watch for each of its namespaces. */
export class SharedInformer<T extends KubernetesObject> implements Informer<T> {
  readonly kind: ResourceKind<T>;
  readonly #context: InformerContext;
  readonly #store: ObjectStore<T>;
  readonly #intake: Intake<T>;
  readonly #feeds: Feed<T>[];
  readonly #sink: FeedSink<T>;
  /** Whether the namespaces to read are known. */
  #isComplete: boolean;
  #hasSynced = false;
  readonly #listeners: EventListeners<T>;
  readonly #changes = new ChangeSignal();
  #isStarted = false;
  #isEnded = false;
  readonly #written = new WrittenVersions();
  #isDispensable = false;

  /** @param isComplete - false if {@link admit} and {@link complete} will add further namespaces. */
  constructor(kind: ResourceKind<T>, scopes: readonly Scope[], context: InformerContext, isComplete = true) {
    this.kind = kind;
    this.#context = context;
    this.#intake = new Intake(kind, context);
    const { clock, signal, onListenerError: onError } = context;
    this.#store = new ObjectStore<T>(onError);
    this.#listeners = new EventListeners<T>({ clock, signal, onError });
    this.#isComplete = isComplete;
    this.#sink = this.#sinkOfFeeds();
    this.#feeds = scopes.map((scope) => new Feed(scope, this.#sink, false));
  }

  /** The scopes that are read, or will be once started. */
  get scopes(): readonly Scope[] {
    return this.#feeds.map(({ scope }) => scope);
  }

  /** Starts listing; call it once. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const feed of this.#feeds) this.#startFeed(feed);
  }

  /** Resolves when every feed has ended and no caller waits any more. */
  async finish(): Promise<void> {
    await Promise.all(this.#feeds.map(({ finished }) => finished));
    this.#changes.announce();
  }

  /** Ends reading and every wait, permanently. */
  end(): void {
    this.#isEnded = true;
    for (const feed of this.#feeds) feed.end();
    this.#changes.announce();
  }

  /** Whether it has listeners. */
  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }

  /**
   * Reads a further scope.
   *
   * @param isHeld - whether its objects are held back until {@link release}.
   */
  admit(scope: Scope, isHeld: boolean): void {
    const feed = new Feed(scope, this.#sink, isHeld);
    this.#feeds.push(feed);
    if (this.#isStarted) this.#startFeed(feed);
  }

  /** Whether a namespace has been read completely, or the kind is not served. */
  isReady(namespace: string): boolean {
    return this.#feeds.every(({ scope, isReady }) => scope.namespace !== namespace || isReady);
  }

  /** Reports the objects of a namespace that were held back. */
  release(namespace: string): void {
    for (const feed of this.#feeds) if (feed.scope.namespace === namespace && feed.isHeld) feed.release();
    this.#announce();
  }

  /** Stops reading a namespace, and forgets its objects. */
  dismiss(namespace: string): void {
    for (const feed of this.#feeds.filter(({ scope }) => scope.namespace === namespace)) {
      feed.end();
      this.#feeds.splice(this.#feeds.indexOf(feed), 1);
    }
    const left = this.listIn(namespace).flatMap(({ metadata: { name, uid } }) =>
      this.#store.removeUid({ namespace, name }, uid),
    );
    this.#publish(left);
    this.#announce();
  }

  /** Notes that all namespaces that existed at the start have been admitted. */
  complete(): void {
    this.#isComplete = true;
    this.#announce();
  }

  get synced(): boolean {
    return this.#hasSynced;
  }

  get isDispensable(): boolean {
    return this.#isDispensable;
  }

  get problem(): CapstanError | undefined {
    return this.#feeds.find(({ problem }) => problem !== undefined)?.problem;
  }

  /** Whether the watch has delivered every version that was passed to {@link observe}. */
  get isCaughtUp(): boolean {
    return this.#written.areIn(this.#feeds.map(({ delivered }) => delivered));
  }

  /** Whether every watch has reached `version` of the server's history. */
  hasReached(version: string): boolean {
    return this.#feeds.every(({ delivered }) => delivered !== "" && compareResourceVersions(delivered, version) >= 0);
  }

  get(key: ObjectKey): DeepReadonly<T> | undefined {
    return this.#store.get(key);
  }

  list(): readonly DeepReadonly<T>[] {
    return [...this.#store.values()];
  }

  listIn(namespace: string | undefined): readonly DeepReadonly<T>[] {
    return [...this.#store.valuesIn(namespace)];
  }

  addIndex(name: string, valuesOf: ValuesOf<T>): ObjectIndex<T> {
    return this.#store.addIndex(name, valuesOf);
  }

  onEvent(listener: (event: CacheEvent<T>) => void): () => void {
    const known = [...this.#store.values()];
    return this.#listeners.add(
      listener,
      known.map((object) => ({ type: "added", object, initial: true })),
    );
  }

  async waitForSync(signal?: AbortSignal, options: Parameters<Informer["waitForSync"]>[1] = {}): Promise<void> {
    this.#isDispensable ||= options.unlessForbidden === true;
    if (!this.synced) await this.#context.waiting(() => this.#untilSynced(signal, options));
  }

  async #untilSynced(signal: AbortSignal | undefined, options: Parameters<Informer["waitForSync"]>[1] = {}) {
    while (!this.synced) {
      if (this.#context.signal.aborted || this.#isEnded)
        throw new StoppedError(`The cache of ${this.kind.plural} has been stopped`);
      const { problem } = this;
      if (options.unlessNotServed === true && problem !== undefined && isCapstanError(problem, "KindNotServed"))
        throw problem;
      if (options.unlessForbidden === true && problem !== undefined && isForbidden(problem)) throw problem;
      await this.nextChange(signal);
    }
  }

  /** Resolves at the next list, event or problem. */
  nextChange(signal?: AbortSignal): Promise<void> {
    return this.#changes.next(signal);
  }

  covers(object: DeepReadonly<KubernetesObject>): boolean {
    return this.#feeds.some(({ covers, isHeld }) => !isHeld && covers(object));
  }

  /** Stores the answer to a write. */
  observe(object: T): void {
    if (!this.#isStarted || !this.covers(object)) return;
    const { resourceVersion, deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
    this.#noteWrite(object.metadata.uid);
    // The last finalizer was removed: the object is deleted, and no watch reports this version.
    if (deletionTimestamp !== undefined && (finalizers ?? []).length === 0 && (deletionGracePeriodSeconds ?? 0) === 0) {
      this.#noteDelete(this.#store.remove(object, undefined));
      return;
    }
    this.#written.note(resourceVersion);
    // Before the first list the store is empty, and an event now would precede the initial ones.
    if (this.synced) this.#publish(this.#store.put(this.#intake.copy(object)));
  }

  /** Removes an object that was deleted immediately. */
  observeDelete(key: ObjectKey, uid: string | undefined): void {
    this.#noteWrite(uid ?? this.#store.get(key)?.metadata.uid);
    this.#noteDelete(this.#store.removeUid(key, uid));
  }

  /** Notes a delete that no watch has delivered, whose version must be later than all delivered ones, and than the object's. */
  #noteDelete(events: readonly CacheEvent<T>[]): void {
    for (const { object } of events) {
      const { resourceVersion = "" } = object.metadata;
      for (const { delivered } of this.#feeds) this.#written.noteDelete(laterVersion(delivered, resourceVersion));
    }
    this.#publish(events);
  }

  #noteWrite(uid: string | undefined): void {
    for (const feed of this.#feeds) feed.noteWrite(uid);
  }

  #sinkOfFeeds(): FeedSink<T> {
    return {
      known: ({ delivered }) => this.#written.latest(delivered),
      listed: (feed, items, { resourceVersion, known, concurrent }) => {
        const { scope, synced } = feed;
        const wentBack = compareResourceVersions(resourceVersion, known) < 0;
        const owned = items.map((item) => this.#intake.own(item));
        // Stored objects were in the scope when they were read, and may have left it since: their stored labels do not justify keeping
        // them.
        const events = this.#store.replace(owned, {
          resourceVersion,
          covers: ({ metadata }) => scope.namespace === undefined || metadata.namespace === scope.namespace,
          // In a history that went back nothing is later than the list: the watch delivers what follows.
          isConcurrent: (uid) => !wentBack && uid !== undefined && concurrent.has(uid),
        });
        if (wentBack) this.#written.forget();
        feed.synced = true;
        feed.delivered = resourceVersion;
        const isNowSynced = this.#noteSynced();
        this.#publish(synced ? events : events.map((event) => ({ ...event, initial: true })));
        if (isNowSynced) this.#context.onSynced();
      },
      changed: (feed, events, resourceVersion) => {
        feed.delivered = resourceVersion;
        for (const event of events) for (const change of this.#apply(event)) this.#listeners.publish(change);
        this.#changes.announce();
      },
      problem: (_feed, error) => {
        this.#context.onProblem(error);
        this.#changes.announce();
      },
      held: () => {
        this.#context.onHeld();
      },
    };
  }

  #startFeed(feed: Feed<T>): void {
    feed.start((handler) => this.#context.reflector(this.kind, feed.scope, handler), this.#context.signal);
  }

  /** @returns whether it has just synced; a namespace that is added later does not change that. */
  #noteSynced(): boolean {
    if (this.#hasSynced || !this.#isComplete || !this.#feeds.every(({ synced }) => synced)) return false;
    this.#hasSynced = true;
    return true;
  }

  #announce(): void {
    if (this.#noteSynced()) this.#context.onSynced();
    this.#changes.announce();
  }

  #apply({ type, object }: WatchEvent<T>): CacheEvent<T>[] {
    const owned = this.#intake.own(object);
    return type === "DELETED" ? this.#store.remove(owned, owned.metadata.resourceVersion) : this.#store.put(owned);
  }

  #publish(events: readonly CacheEvent<T>[]): void {
    for (const event of events) this.#listeners.publish(event);
    this.#changes.announce();
  }
}
