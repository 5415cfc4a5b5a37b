import type { DeepReadonly, KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Cache, CacheEvent, Informer } from "@capstan/runtime";
import type { Change, SharedStore } from "./shared-store.ts";

/** The cache of a process: changes of other processes come late, one at a time; its own writes at once. */
export class LateCache {
  readonly #objects = new Map<string, KubernetesObject>();
  readonly #versions = new Map<string, number>();
  readonly #late: Change[] = [];
  readonly #listeners: ((event: CacheEvent) => void)[] = [];
  readonly stop: () => void;

  /** Begins with the present state, as after a first list. */
  constructor(store: SharedStore) {
    for (const [key, object] of store.objects) this.#objects.set(key, object);
    this.stop = store.onChange((change) => this.#late.push(change));
  }

  /** Delivers the oldest change that has not been delivered. */
  deliverOne(): void {
    const change = this.#late.shift();
    if (change !== undefined) this.#apply(change);
  }

  deliverAll(): void {
    for (const change of this.#late.splice(0)) this.#apply(change);
  }

  /** The answer to a write of the process. */
  observe(object: KubernetesObject): void {
    const { kind, metadata } = object;
    const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
    const version = Number(metadata.resourceVersion);
    this.#apply({ kind, name: metadata.name, object: isGone ? undefined : object, version });
  }

  get(kind: string, name: string): DeepReadonly<KubernetesObject> | undefined {
    return this.#objects.get(`${kind}/${name}`);
  }

  /** As author code and the SDK see it. */
  asCache(): Cache {
    const ofKind = ({ kind }: ResourceKind) => [...this.#objects.values()].filter((object) => object.kind === kind);
    const create = (kind: ResourceKind) => ({
      waitForSync: () => Promise.resolve(),
      get: ({ name }: { readonly name: string }) => this.get(kind.kind, name),
      onEvent: (listener: (event: CacheEvent) => void) => {
        for (const object of ofKind(kind)) listener({ type: "added", object });
        this.#listeners.push((event) => {
          if (event.object.kind === kind.kind) listener(event);
        });
      },
      addIndex: (_name: string, valuesOf: (object: KubernetesObject) => readonly string[]) => {
        const find = (value: string) => ofKind(kind).filter((object) => valuesOf(object).includes(value));
        return { in: (_namespace: string, value: string) => find(value), inAllNamespaces: find };
      },
    });
    const get = (kind: ResourceKind, { name }: { readonly name: string }) => Promise.resolve(this.get(kind.kind, name));
    const informers = new Map<string, Informer>();
    const informer = (kind: ResourceKind) => {
      const known = informers.get(kind.kind) ?? (create(kind) as unknown as Informer);
      informers.set(kind.kind, known);
      return known;
    };
    const runningInformers = () => [...informers.values()].map((each) => ({ informer: each, scopes: [{}] }));
    return { informer, get, runningInformers } as unknown as Cache;
  }

  #apply({ kind, name, object, version }: Change): void {
    const key = `${kind}/${name}`;
    if ((this.#versions.get(key) ?? 0) >= version) return;
    this.#versions.set(key, version);
    const previous = this.#objects.get(key);
    if (object === undefined) this.#objects.delete(key);
    else this.#objects.set(key, object);
    const shown = object ?? previous;
    if (shown === undefined) return;
    const event = { type: object === undefined ? "deleted" : "updated", object: shown } as CacheEvent;
    for (const listener of this.#listeners) listener(event);
  }
}
