import { Cluster, type KubernetesObject, Machine, type ObjectKey, type ResourceKind } from "@capstan/contract";
import { objectKeyText, parseObjectKey } from "@capstan/kube";
import { type Cache, type Clock, systemClock, type Timer } from "@capstan/runtime";
import { ClusterCaches } from "./cluster-caches.ts";
import { idOf } from "./object-id.ts";
import { PhaseHistory } from "./phases.ts";
import type { ObjectId, Row } from "./protocol.ts";
import type { RowChanges } from "./row-changes.ts";
import type { DescribedRow } from "./rows.ts";
import { Tree } from "./tree.ts";

/** Changes within this time are sent together, because a change of an object usually affects others. */
const togetherMs = 15;

/** The needs of {@link LiveTree.start}. */
export interface LiveTreeOptions {
  /** Started here, stopped by its owner. */
  readonly cache: Cache;
  readonly signal: AbortSignal;
  readonly onChange: (changes: RowChanges) => void;
  readonly clock?: Clock;
}

/** The current tree of all Clusters. A change describes only the affected Clusters again. */
export class LiveTree implements Disposable {
  readonly #options: LiveTreeOptions;
  readonly #clock: Clock;
  readonly #phases = new PhaseHistory();
  readonly #tree = new Tree(this.#phases);
  readonly #caches: ClusterCaches;
  readonly #changed = new Set<string>();
  #timer: Timer | undefined;

  private constructor(options: LiveTreeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const { cache, signal } = options;
    // Registered before the caches, so that a row has its object's newest phase.
    this.#followPhases(Cluster);
    this.#followPhases(Machine);
    this.#caches = new ClusterCaches({
      cache,
      signal,
      onChange: (key) => {
        this.#note(key);
      },
    });
  }

  /** Resolves once the first tree is complete. */
  static async start(options: LiveTreeOptions): Promise<LiveTree> {
    const tree = new LiveTree(options);
    options.cache.start();
    await tree.#caches.ready();
    tree.#flush();
    return tree;
  }

  rows(): Row[] {
    return this.#tree.rows();
  }

  find(id: ObjectId): DescribedRow | undefined {
    return this.#tree.find(id);
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
  }

  #followPhases<T extends KubernetesObject & { readonly status?: { readonly phase?: string } }>(
    kind: ResourceKind<T>,
  ): void {
    this.#options.cache.informer(kind).onEvent(({ type, object }) => {
      const id = idOf(object);
      if (type === "deleted") this.#phases.forget(id);
      else this.#phases.note(id, object.status?.phase, this.#clock.now());
    });
  }

  #note(key: ObjectKey): void {
    this.#changed.add(objectKeyText(key));
    this.#timer ??= this.#clock.setTimer(togetherMs, () => {
      this.#flush();
    });
  }

  #flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const keys = [...this.#changed].map(parseObjectKey);
    this.#changed.clear();
    const all = keys.flatMap((key) => {
      const observed = this.#caches.observe(key);
      return observed === undefined ? [] : [this.#tree.update(key, observed)];
    });
    const changes = {
      changed: all.flatMap(({ changed }) => changed),
      removed: all.flatMap(({ removed }) => removed),
    };
    if (changes.changed.length > 0 || changes.removed.length > 0) this.#options.onChange(changes);
  }
}
