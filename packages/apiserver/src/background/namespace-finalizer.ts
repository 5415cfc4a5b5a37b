import { isJsonObject, objectAt, without } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { type Deleter } from "../deletion/deleter.ts";

const namespaces = "namespaces.";

/** Empties namespaces that are being deleted, and lets them be deleted when nothing is left. */
export class NamespaceFinalizer {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #deleter: Deleter;

  constructor(options: { readonly store: Store; readonly registry: Registry; readonly deleter: Deleter }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#deleter = options.deleter;
  }

  /** The namespaces that were being deleted before. */
  restore(): string[] {
    const names = this.#store
      .collection(namespaces)
      .list()
      .map(({ metadata }) => metadata.name);
    return names.filter((name) => this.isTerminating(name));
  }

  isTerminating(name: string): boolean {
    return this.#store.get(namespaces, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  process(name: string): void {
    if (!this.isTerminating(name)) return;
    const stores = this.#registry.stores().filter((resource) => resource.namespaced);
    for (const resource of stores) this.#empty(resource, name);
    const left = stores.some((resource) => this.#store.collection(resource.id).size(name) > 0);
    const namespace = this.#store.get(namespaces, "", name);
    if (left || namespace === undefined) return;
    const released = withoutKubernetesFinalizer(namespace);
    const isFree = (namespace.metadata.finalizers ?? []).length === 0;
    if (isFree) this.#store.delete(namespaces, released);
    else if (released !== namespace) this.#store.put(namespaces, released);
  }

  #empty(resource: Resource, namespace: string): void {
    for (const object of this.#store.collection(resource.id).list(namespace)) {
      // No kubelet is there to end Pods within their grace period.
      const { deletionGracePeriodSeconds = 0, deletionTimestamp } = object.metadata;
      if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0) {
        this.#deleter.delete(resource, object, { propagationPolicy: "Background" });
      }
    }
  }
}

function withoutKubernetesFinalizer(namespace: ApiObject): ApiObject {
  const spec = objectAt(namespace, "spec");
  if (!isJsonObject(spec) || !("finalizers" in spec)) return namespace;
  return { ...namespace, spec: without(spec, "finalizers") };
}
