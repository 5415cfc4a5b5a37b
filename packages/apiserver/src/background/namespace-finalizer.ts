import { isJsonObject, objectAt, without } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

const namespaces = "namespaces.";

/** Empties namespaces that are being deleted, and removes them when nothing is left. */
export class NamespaceFinalizer implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "deleter">;

  constructor(world: Pick<World, "store" | "registry" | "deleter">) {
    this.#world = world;
  }

  /** The namespaces whose deletion had begun. */
  restore(): readonly string[] {
    const stored = this.#world.store.collection(namespaces).list();
    return stored.map(({ metadata }) => metadata.name).filter((name) => this.#isTerminating(name));
  }

  onChange({ collection, object: { metadata } }: Change): readonly string[] {
    const name = collection === namespaces ? metadata.name : metadata.namespace;
    return name !== undefined && this.#isTerminating(name) ? [name] : [];
  }

  reconcile(name: string): Next {
    if (!this.#isTerminating(name)) return {};
    const { store, registry } = this.#world;
    const stores = registry.stores().filter((resource) => resource.namespaced);
    for (const resource of stores) this.#empty(resource, name);
    const left = stores.some((resource) => store.collection(resource.id).size(name) > 0);
    const namespace = store.get(namespaces, "", name);
    if (left || namespace === undefined) return {};
    const released = withoutKubernetesFinalizer(namespace);
    const isFree = (namespace.metadata.finalizers ?? []).length === 0;
    if (isFree) store.delete(namespaces, released);
    else if (released !== namespace) store.put(namespaces, released);
    return {};
  }

  #isTerminating(name: string): boolean {
    return this.#world.store.get(namespaces, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  #empty(resource: Resource, namespace: string): void {
    for (const object of this.#world.store.collection(resource.id).list(namespace)) {
      // No kubelet ends Pods within their grace period.
      const { deletionGracePeriodSeconds = 0, deletionTimestamp } = object.metadata;
      if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0) {
        this.#world.deleter.delete(resource, object, { propagationPolicy: "Background" });
      }
    }
  }
}

function withoutKubernetesFinalizer(namespace: ApiObject): ApiObject {
  const spec = objectAt(namespace, "spec");
  if (!isJsonObject(spec) || !("finalizers" in spec)) return namespace;
  return { ...namespace, spec: without(spec, "finalizers") };
}
