import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { Scope } from "../client/client.ts";
import { systemClock } from "../clock/system-clock.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { Namespace } from "../kubernetes/core.ts";
import { kindKey } from "../kubernetes/define-kind.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { SafeEmitter } from "../logging/safe-emitter.ts";
import { Reflector } from "../watch/reflector.ts";
import { ServerGate } from "../watch/server-gate.ts";
import { waitingFor } from "../worker/workers.ts";
import type { CacheEvents, CacheOptions } from "./cache-options.ts";
import type { Informer } from "./informer.ts";
import type { KeptManagedFields } from "./managed-fields.ts";
import { mayList } from "./may-list.ts";
import { NamespaceAdmission } from "./namespace-admission.ts";
import { type NamespacePatterns, parseNamespaces } from "./namespace-patterns.ts";
import { scopeMatcher } from "./scope-matcher.ts";
import type { RunningInformer } from "./running-informer.ts";
import type { InformerContext } from "./informer-context.ts";
import { SharedInformer } from "./shared-informer.ts";
import { trimming } from "./trimming.ts";

/** The objects that {@link Cache.list} returns. Tenants choose labels and references, which therefore mean nothing across namespaces. */
export type WhereListed =
  /** The objects of a namespace; `undefined` for a cluster-scoped kind: the objects without a namespace, never those of all. */
  | { readonly namespace: string | undefined }
  /** The objects of all namespaces, of every tenant. */
  | { readonly allNamespaces: true };

/** A wait that may be aborted. */
interface Waiting {
  readonly signal?: AbortSignal;
}

/**
 * The cached objects of one API server: an informer for every requested kind and scope, shared by all users.
 *
 * Lifecycle events: see {@link CacheEvents}.
 */
export class Cache extends SafeEmitter<CacheEvents> {
  readonly #options: CacheOptions;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #informers = new Map<string, SharedInformer<KubernetesObject>>();
  /** For informers that get the namespaces of {@link #admission}: the scope that they read in each. */
  readonly #scopeOfMember = new Map<string, Scope>();
  readonly #withManagedMetadata = new Set<string>();
  readonly #gate: ServerGate;
  readonly #namespaces: NamespacePatterns;
  /** Set only if namespaces are served by prefix. */
  readonly #admission: NamespaceAdmission | undefined;
  #isRunning = false;

  /** @throws ArgumentError - an entry of `namespaces` is neither a name nor a prefix. */
  constructor(options: CacheOptions) {
    const { logger = silentLogger } = options;
    super((error) => {
      logger.error("A listener of the cache failed", { error });
    });
    this.#options = options;
    this.#logger = logger;
    const { clock = systemClock, random = Math.random } = options;
    this.#gate = new ServerGate({ clock, random });
    this.#namespaces = parseNamespaces(options.namespaces ?? []);
    this.#admission = this.#namespaces.prefixes.length === 0 ? undefined : this.#admissionOf(this.#namespaces);
  }

  /** Starts the existing informers; later informers start when they are requested. Safe to repeat. */
  start(): void {
    if (!this.#isRunning) this.#admission?.start();
    this.#isRunning = true;
    for (const informer of this.#informers.values()) informer.start();
  }

  /** Ends every watch; every wait rejects with `StoppedError`. */
  async stop(): Promise<void> {
    this.#stopping.abort(new StoppedError("The cache has been stopped"));
    await Promise.all([...this.#informers.values()].map((informer) => informer.finish()));
  }

  /**
   * The informer of a kind and scope, one for each pair; it starts once the cache runs.
   *
   * @param scope - default: every object, within the cache's namespaces.
   */
  informer<T extends KubernetesObject>(kind: ResourceKind<T>, scope: Scope = {}): Informer<T> {
    return this.#shared(kind, scope);
  }

  /**
   * Keeps the managers of a kind's metadata in `metadata.managedFields`; call it before the cache starts. For other kinds nothing is kept,
   * because `managedFields` is about as large as the rest of the object.
   *
   * Do not send such an object with `Client.replace`: the server would take the kept part for the whole.
   */
  keepManagedMetadata(kind: ResourceKind): void {
    this.#withManagedMetadata.add(kindKey(kind));
  }

  /** All informers and whether they are up to date, for readiness and diagnosis. */
  informers(): readonly Pick<Informer, "kind" | "synced" | "problem" | "isDispensable" | "list">[] {
    return [...this.#informers.values()];
  }

  /**
   * Gets one object; starts to watch its kind if necessary, and waits for the first list.
   *
   * @throws KindNotServedError - the kind is not served; the reconcile is retried.
   */
  async get<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    options: Waiting = {},
  ): Promise<DeepReadonly<T> | undefined> {
    return (await this.#ready(kind, options)).get(key);
  }

  /**
   * Lists objects of a kind, in one namespace or in all; starts to watch the kind if necessary, and waits for the first list. Applies the
   * label selector to the cached objects; for large kinds use an informer with an index.
   *
   * @throws KindNotServedError - the kind is not served; the reconcile is retried.
   * @throws MalformedTextError - the selector cannot be parsed.
   */
  async list<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    options: WhereListed & Pick<Scope, "labelSelector"> & Waiting,
  ): Promise<readonly DeepReadonly<T>[]> {
    const { labelSelector } = options;
    const informer = await this.#ready(kind, options);
    const objects = "allNamespaces" in options ? informer.list() : informer.listIn(options.namespace);
    if (labelSelector === undefined) return objects;
    return objects.filter(scopeMatcher({ labelSelector }) as (object: DeepReadonly<T>) => boolean);
  }

  /**
   * Stores the answer to a write, so that it is visible immediately; an older version from the watch is dropped. Removes an object that is
   * being deleted and has no finalizers. Makes {@link isCaughtUp} wait until the watch delivers that version.
   */
  observe<T extends KubernetesObject>(kind: ResourceKind<T>, object: T): void {
    for (const informer of this.#of(kind)) informer.observe(object);
  }

  /** Removes an object after the server has confirmed its deletion. */
  observeDelete(kind: ResourceKind, key: ObjectKey, uid?: string): void {
    for (const informer of this.#of(kind)) informer.observeDelete(key, uid);
  }

  /** Whether every informer that can list has its first list and has delivered the observed writes. */
  get isCaughtUp(): boolean {
    return this.#behind().length === 0;
  }

  /** Informers in use, to compare with the server. */
  runningInformers(): readonly RunningInformer[] {
    return [...this.#informers].map(([id, informer]) => {
      const coming = this.#scopeOfMember.get(id);
      const pending = coming === undefined ? [] : (this.#admission?.pending ?? []);
      return {
        informer,
        scopes: [...informer.scopes, ...pending.map((namespace) => ({ ...coming, namespace }))],
        hasReached: (version) => pending.length === 0 && informer.hasReached(version),
        nextChange: (signal) => informer.nextChange(signal),
      };
    });
  }

  /**
   * Ends the list and watch of a kind without listeners, and frees its objects: for kinds that come and go. If the kind is requested again,
   * it is read from scratch; existing references to its informer report nothing new. Does nothing if there are listeners, or if namespaces
   * are served by prefix.
   */
  release(kind: ResourceKind, scope: Scope = {}): void {
    const id = informerId(kind, scope);
    const informer = this.#informers.get(id);
    if (informer === undefined || informer.isObserved || this.#scopeOfMember.has(id)) return;
    this.#informers.delete(id);
    informer.end();
  }

  #behind(): SharedInformer<KubernetesObject>[] {
    return [...this.#informers.values()].filter(
      (informer) => informer.problem === undefined && (!informer.synced || !informer.isCaughtUp),
    );
  }

  async #ready<T extends KubernetesObject>(kind: ResourceKind<T>, options: Waiting): Promise<SharedInformer<T>> {
    const informer = this.#shared(kind, {});
    this.start();
    if (!informer.synced) {
      const synced = () => informer.waitForSync(options.signal, { unlessNotServed: true });
      await waitingFor(() => `the first list of ${kind.kind}`, synced);
    }
    return informer;
  }

  #of<T extends KubernetesObject>(kind: ResourceKind<T>): SharedInformer<T>[] {
    const wanted = kindKey(kind);
    return [...this.#informers.values()].filter(
      (each) => kindKey(each.kind) === wanted,
    ) as unknown as SharedInformer<T>[];
  }

  #shared<T extends KubernetesObject>(kind: ResourceKind<T>, scope: Scope): SharedInformer<T> {
    const id = informerId(kind, scope);
    const existing = this.#informers.get(id);
    if (existing !== undefined) return existing as unknown as SharedInformer<T>;
    const isRestricted = kind.namespaced && scope.namespace === undefined;
    const admission = isRestricted ? this.#admission : undefined;
    const scopes = isRestricted ? this.#restricted(scope) : [scope];
    const informer = new SharedInformer(kind, scopes, this.#contextFor(kind, scope), admission === undefined);
    const shared = informer as unknown as SharedInformer<KubernetesObject>;
    this.#informers.set(id, shared);
    if (admission !== undefined) {
      this.#scopeOfMember.set(id, scope);
      admission.join(shared, scope);
    }
    if (this.#isRunning) informer.start();
    return informer;
  }

  #restricted(scope: Scope): Scope[] {
    const { names, prefixes } = this.#namespaces;
    if (names.length === 0 && prefixes.length === 0) return [scope];
    return names.map((namespace) => ({ ...scope, namespace }));
  }

  #admissionOf(patterns: NamespacePatterns): NamespaceAdmission {
    const { client, clock = systemClock, random = Math.random } = this.#options;
    return new NamespaceAdmission({
      patterns,
      namespaces: this.informer(Namespace, { metadataOnly: true }),
      mayList: (kind, namespace, signal) => mayList(client, kind, namespace, signal),
      clock,
      random,
      logger: this.#logger,
      signal: this.#stopping.signal,
    });
  }

  #contextFor(kind: ResourceKind, { metadataOnly = false }: Scope): InformerContext {
    const { client, clock = systemClock, random = Math.random, freeze = false, trim } = this.#options;
    const name = kindKey(kind);
    const logger = this.#logger.with({ kind: name });
    const keptManagedFields = (): KeptManagedFields => (this.#withManagedMetadata.has(name) ? "metadata" : "none");
    const omitsManagedFields = (): boolean => keptManagedFields() === "none";
    return {
      freeze,
      metadataOnly,
      keptManagedFields,
      signal: this.#stopping.signal,
      reflector: (watched, scope, handler) => {
        const trimmed = trim === undefined ? handler : trimming(handler, trim);
        const reads = { client, kind: watched, scope, handler: trimmed, omitsManagedFields };
        return new Reflector({ ...reads, clock, random, gate: this.#gate });
      },
      waiting: this.#options.waiting ?? ((wait) => wait()),
      onSynced: () => this.emit("synced", name),
      onHeld: () => {
        this.#admission?.onHeld();
      },
      onProblem: (error) => {
        if (error === undefined) logger.info("Informer is up to date again");
        else logger.warn("Informer is behind; retrying", { error });
        if (error === undefined) this.emit("recovered", name);
        else this.emit("problem", name, error);
      },
      onListenerError: (error) => {
        logger.error("A listener or index of the informer failed; a listener gets the event again", { error });
        this.emit("listenerFailed", name, error);
      },
      clock,
    };
  }
}

function informerId(kind: ResourceKind, scope: Scope): string {
  const { namespace = "", labelSelector = "", fieldSelector = "", metadataOnly = false } = scope;
  return [kindKey(kind), namespace, labelSelector, fieldSelector, metadataOnly].join("|");
}
