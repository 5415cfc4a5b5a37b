import { type Deleter } from "../deletion/deleter.ts";
import { withMetadata } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource } from "../registry/resource.ts";
import { type Store } from "../store/store.ts";
import { customResource } from "../registry/custom/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { cleanupFinalizer } from "../registry/built-in/definitions.ts";

/** Deletes the objects of a definition that is being deleted, and removes its finalizer when no object is left. */
export class DefinitionFinalizer {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #deleter: Deleter;

  constructor(options: { readonly store: Store; readonly registry: Registry; readonly deleter: Deleter }) {
    this.#store = options.store;
    this.#registry = options.registry;
    this.#deleter = options.deleter;
  }

  isTerminating(name: string): boolean {
    return this.#store.get(customResourceDefinitions.id, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  process(name: string): void {
    const definition = this.#store.get(customResourceDefinitions.id, "", name);
    if (definition?.metadata.deletionTimestamp === undefined) return;
    const resource = customResource(definition);
    if (!this.#registry.isBuiltIn(resource) && !this.#isEmptied(resource)) return;
    const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
    const released = withMetadata(definition, { finalizers: finalizers.length === 0 ? undefined : finalizers });
    if (finalizers.length === 0) this.#store.delete(customResourceDefinitions.id, released);
    else if (finalizers.length !== definition.metadata.finalizers?.length) {
      this.#store.put(customResourceDefinitions.id, released);
    }
  }

  /** Deletes what there is, and says whether nothing is left. */
  #isEmptied(resource: Resource): boolean {
    const objects = this.#store.collection(resource.id);
    for (const object of objects.list()) {
      if (object.metadata.deletionTimestamp === undefined) this.#deleter.delete(resource, object);
    }
    return objects.list().length === 0;
  }
}
