import {
  calculateCRDName,
  type DeepReadonly,
  type KubernetesObject,
  type ResourceKind,
  resolveKind,
} from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { ownReasons } from "./own-reasons.ts";
import {
  type Cache,
  type Clock,
  type Controller,
  CustomResourceDefinition,
  enqueueMapped,
  type Informer,
  kindKey,
  type ObjectIndex,
  type Request,
  requestFor,
  type Source,
  type Timer,
} from "@capstan/runtime";
import { groupKindKey, type ObservedReference, type Reference, referenceKey } from "./reference.ts";

/** Options of {@link ReferenceTracker}. */
export interface ReferenceTrackerOptions<Referrer extends KubernetesObject> {
  /** Distinguishes two trackers of the same referrers. Default: none, for a single tracker. */
  readonly name?: string;
  readonly cache: Cache;
  /** The objects whose references are followed. */
  readonly referrers: Informer<Referrer>;
  readonly clock: Clock;
  /** The references of a referrer. */
  readonly referencesOf: (referrer: DeepReadonly<Referrer>) => readonly Reference[];
  /** The requests to enqueue when a referenced object changes. Default: the referrer. */
  readonly requestsOf?: (referrer: DeepReadonly<Referrer>) => readonly Request[];
}

/** How long a kind stays watched after its last reference is removed. */
const unusedMs = 10 * 60_000;
/** Only names and labels of CRDs are needed; their schemas are large. */
const definitionScope = { metadataOnly: true };

/**
 * Follows references to objects of kinds that are known only at run time.
 *
 * The first reference to a kind starts one watch of it, which all further references share. The watch ends when the CRD is deleted, or some
 * time after the last reference. Each event of a referenced object enqueues exactly the objects that refer to it. A CRD that is installed,
 * or whose contract labels change, enqueues all objects that refer to its kind.
 */
export class ReferenceTracker<Referrer extends KubernetesObject> {
  readonly #cache: Cache;
  readonly #referrers: Informer<Referrer>;
  readonly #definitions: Informer<CustomResourceDefinition>;
  readonly #clock: Clock;
  readonly #referencesOf: ReferenceTrackerOptions<Referrer>["referencesOf"];
  readonly #requestsOf: (referrer: DeepReadonly<Referrer>) => readonly Request[];
  readonly #byObject: ObjectIndex<Referrer>;
  readonly #byDefinition: ObjectIndex<Referrer>;
  readonly #watches = new Map<string, { readonly kind: ResourceKind; readonly stop: () => void }>();
  readonly #leaving = new Set<Timer>();
  #controller: Controller | undefined;

  constructor(options: ReferenceTrackerOptions<Referrer>) {
    this.#cache = options.cache;
    this.#clock = options.clock;
    this.#referencesOf = options.referencesOf;
    this.#requestsOf = options.requestsOf ?? ((referrer) => [requestFor(referrer)]);
    const { name = "references" } = options;
    this.#referrers = options.referrers;
    this.#definitions = options.cache.informer(CustomResourceDefinition, definitionScope);
    this.#byObject = options.referrers.addIndex(`${name}:objects`, (referrer) => this.#keysOf(referrer));
    this.#byDefinition = options.referrers.addIndex(`${name}:definitions`, (referrer) => [
      ...new Set(options.referencesOf(referrer).map(({ apiGroup, kind }) => calculateCRDName(apiGroup, kind))),
    ]);
  }

  readonly #definitionEvents: Source = enqueueMapped(
    CustomResourceDefinition,
    (definition, previous) =>
      previous !== undefined && sameLabels(definition, previous) ? [] : this.#requestsFor(definition.metadata.name),
    { scope: definitionScope },
  );

  /** The source that enqueues referrers when a CRD is installed, is deleted, or changes its contract labels. */
  readonly definitionSource: Source = {
    key: this.#definitionEvents.key,
    start: (context) => {
      const running = this.#definitionEvents.start(context);
      const stopListening = this.#referrers.onEvent(({ type, object, previous }) => {
        const left = type === "deleted" ? object : previous;
        // Nearly every event leaves all references unchanged, and each reference makes the search for other referrers more expensive.
        const kept = new Set((type === "deleted" ? [] : this.#referencesOf(object)).map(groupKindOf));
        if (left !== undefined) this.#leave(this.#referencesOf(left).filter((each) => !kept.has(groupKindOf(each))));
      });
      const cancel = () => {
        for (const timer of this.#leaving) timer.cancel();
        this.#leaving.clear();
      };
      context.signal.addEventListener("abort", cancel, { once: true });
      return {
        ready: running.ready,
        stop: () => {
          stopListening();
          cancel();
          running.stop();
        },
      };
    },
  };

  /**
   * The source that enqueues the other referrers of an object when a referrer is deleted or refers to another object: the others may have
   * been refused.
   */
  sharingSource(referrer: ResourceKind<Referrer>): Source {
    return enqueueMapped(
      referrer,
      (object, previous, { type }) => {
        const left = type === "deleted" ? object : previous;
        const kept = new Set(type === "deleted" ? [] : this.#keysOf(object));
        const keys = left === undefined ? [] : this.#keysOf(left).filter((key) => !kept.has(key));
        const { namespace } = object.metadata;
        return keys.flatMap((key) => this.#byObject.in(namespace, key)).flatMap(this.#requestsOf);
      },
      { name: "sharing" },
    );
  }

  /** The controller that runs the watches; called once, before the first {@link resolve}. */
  attach(controller: Controller): void {
    this.#controller = controller;
  }

  /** The known state of the object behind a reference. Starts a watch of its kind if there is none; never waits. */
  resolve(reference: Reference & { readonly path: string }, namespace: string | undefined): ObservedReference {
    const resolution = resolveKind(reference, (name) => this.#definitions.get({ name }));
    if (!resolution.resolved) {
      if (resolution.reason === ownReasons.crdNotInstalled)
        this.#drop(groupKindKey(reference.apiGroup, reference.kind));
      return { state: "unresolved", reason: resolution.reason, message: resolution.message };
    }
    const { kind, contract } = resolution;
    this.#watch(kind);
    const informer = this.#cache.informer(kind);
    if (!informer.synced) {
      if (informer.problem === undefined) return { state: "pending" };
      return {
        state: "unresolved",
        reason: ownReasons.watchFailed,
        message: `${reference.path} refers to the kind ${kind.kind}, which cannot be watched: ${informer.problem.message}`,
      };
    }
    const object = informer.get({ name: reference.name, namespace });
    return object === undefined ? { state: "missing" } : { state: "found", object, kind, contract };
  }

  #keysOf(referrer: DeepReadonly<Referrer>): string[] {
    return this.#referencesOf(referrer).map(({ apiGroup, kind, name }) => referenceKey(apiGroup, kind, name));
  }

  #watch(kind: ResourceKind): void {
    const groupKind = groupKindKey(kind.group, kind.kind);
    const running = this.#watches.get(groupKind);
    if (this.#controller === undefined || (running !== undefined && kindKey(running.kind) === kindKey(kind))) return;
    this.#drop(groupKind);
    this.#watches.set(groupKind, { kind, stop: this.#controller.watch(this.#sourceOf(kind)) });
  }

  /** Ends the watch of a kind, and frees its cache unless it has other listeners. */
  #drop(groupKind: string): void {
    const running = this.#watches.get(groupKind);
    if (running === undefined) return;
    this.#watches.delete(groupKind);
    running.stop();
    this.#cache.release(running.kind);
  }

  /** Checks later whether any object still refers to these kinds, because the next reference often follows soon. */
  #leave(references: readonly Reference[]): void {
    for (const { apiGroup, kind } of references) {
      const isUnused = () => this.#referrersOf(calculateCRDName(apiGroup, kind)).length === 0;
      const groupKind = groupKindKey(apiGroup, kind);
      if (!this.#watches.has(groupKind) || !isUnused()) continue;
      const timer = this.#clock.setTimer(unusedMs, () => {
        this.#leaving.delete(timer);
        if (isUnused()) this.#drop(groupKind);
      });
      this.#leaving.add(timer);
    }
  }

  /** A source of the events of one kind that, after its first list, also enqueues all referrers that waited for it. */
  #sourceOf(kind: ResourceKind): Source {
    const events = enqueueMapped(kind, (object) =>
      this.#byObject
        .in(object.metadata.namespace, referenceKey(kind.group, kind.kind, object.metadata.name))
        .flatMap(this.#requestsOf),
    );
    return {
      key: `references:${events.key}`,
      start: (context) => {
        const running = events.start(context);
        const enqueueWaiting = () => {
          for (const request of this.#requestsFor(calculateCRDName(kind.group, kind.kind))) context.enqueue(request);
        };
        const ready = running.ready.then(enqueueWaiting);
        context.track(ready);
        const informer = this.#cache.informer(kind);
        // A kind that is not served yet counts as ready: its referrers are enqueued again once it is served.
        if (!informer.synced) void informer.waitForSync(context.signal).then(enqueueWaiting, () => undefined);
        return {
          ready,
          stop: () => {
            running.stop();
          },
        };
      },
    };
  }

  #requestsFor(definitionName: string): Request[] {
    return this.#referrersOf(definitionName).flatMap(this.#requestsOf);
  }

  /** All objects that refer to the kind of a CRD. */
  #referrersOf(definitionName: string): readonly DeepReadonly<Referrer>[] {
    return this.#byDefinition.inAllNamespaces(definitionName);
  }
}

function groupKindOf({ apiGroup, kind }: Reference): string {
  return groupKindKey(apiGroup, kind);
}

function sameLabels(left: DeepReadonly<KubernetesObject>, right: DeepReadonly<KubernetesObject>): boolean {
  return jsonEqual(left.metadata.labels ?? {}, right.metadata.labels ?? {});
}
