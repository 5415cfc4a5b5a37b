import { withMetadata } from "../object/api-object.ts";
import { type Resource } from "../registry/resource.ts";
import { type Change } from "../store/change.ts";
import { customResource } from "../registry/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { cleanupFinalizer } from "../registry/built-in/definitions.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

/** Deletes the objects of a CRD that is being deleted, and removes its finalizer when none is left. */
export class DefinitionFinalizer implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "deleter">;

  constructor(world: Pick<World, "store" | "registry" | "deleter">) {
    this.#world = world;
  }

  restore(): readonly string[] {
    const definitions = this.#world.store.collection(customResourceDefinitions.id).list();
    return definitions.map(({ metadata }) => metadata.name).filter((name) => this.#isTerminating(name));
  }

  onChange({ collection, object }: Change): readonly string[] {
    const name = collection === customResourceDefinitions.id ? object.metadata.name : collection;
    return this.#isTerminating(name) ? [name] : [];
  }

  reconcile(name: string): Next {
    const { store, registry } = this.#world;
    const definition = store.get(customResourceDefinitions.id, "", name);
    if (definition?.metadata.deletionTimestamp === undefined) return {};
    const resource = customResource(definition);
    if (!registry.isBuiltIn(resource) && !this.#isEmptied(resource)) return {};
    const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
    const released = withMetadata(definition, { finalizers: finalizers.length === 0 ? undefined : finalizers });
    if (finalizers.length === 0) store.delete(customResourceDefinitions.id, released);
    else if (finalizers.length !== definition.metadata.finalizers?.length) {
      store.put(customResourceDefinitions.id, released);
    }
    return {};
  }

  #isTerminating(name: string): boolean {
    return this.#world.store.get(customResourceDefinitions.id, "", name)?.metadata.deletionTimestamp !== undefined;
  }

  /** Deletes the objects, and returns whether none is left. */
  #isEmptied(resource: Resource): boolean {
    const objects = this.#world.store.collection(resource.id);
    for (const object of objects.list()) {
      if (object.metadata.deletionTimestamp === undefined) this.#world.deleter.delete(resource, object);
    }
    return objects.list().length === 0;
  }
}
