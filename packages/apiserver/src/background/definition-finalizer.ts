import { type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { definitionCondition, withConditions } from "../registry/definition-conditions.ts";
import { type Resource, storageVersion } from "../registry/resource.ts";
import { type Target } from "../request/target.ts";
import { type Change } from "../store/change.ts";
import { customResource } from "../registry/custom-resource.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { cleanupFinalizer, isEstablished } from "../registry/built-in/definitions.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

/** Writes as the server itself. */
const target: Target = {
  resource: customResourceDefinitions,
  version: storageVersion(customResourceDefinitions),
  subresource: "status",
  manager: "kube-apiserver",
};

const inProgress = "CustomResource deletion is in progress";

/** The condition of a CRD whose objects are deleted, and that has other finalizers. */
function ended(definition: ApiObject, isBuiltIn: boolean): JsonObject {
  if (isBuiltIn) {
    const message = "instances overlap with built-in resources in storage";
    return definitionCondition("Terminating", false, "OverlappingBuiltInResource", message);
  }
  return isEstablished(definition)
    ? definitionCondition("Terminating", false, "InstanceDeletionCompleted", "removed all instances")
    : definitionCondition("Terminating", false, "NeverEstablished", "resource was never established");
}

/** Deletes the objects of a CRD that is being deleted, and removes its finalizer when none is left. */
export class DefinitionFinalizer implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "deleter" | "management" | "clock">;

  constructor(world: Pick<World, "store" | "registry" | "deleter" | "management" | "clock">) {
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
    if (definition.metadata.finalizers?.includes(cleanupFinalizer) !== true) {
      if (definition.metadata.finalizers === undefined) store.delete(customResourceDefinitions.id, definition);
      return {};
    }
    if (!registry.isBuiltIn(resource) && !this.#isEmptied(resource)) {
      this.#put(definition, definitionCondition("Terminating", true, "InstanceDeletionInProgress", inProgress));
      return {};
    }
    const finalizers = definition.metadata.finalizers.filter((finalizer) => finalizer !== cleanupFinalizer);
    const released = withMetadata(definition, { finalizers: finalizers.length === 0 ? undefined : finalizers });
    if (finalizers.length === 0) store.delete(customResourceDefinitions.id, released);
    else this.#put(released, ended(definition, registry.isBuiltIn(resource)));
    return {};
  }

  /** Stores the definition with a condition, unless it has both. */
  #put(definition: ApiObject, condition: JsonObject): void {
    const { store, management, clock } = this.#world;
    const stored = store.get(customResourceDefinitions.id, "", definition.metadata.name);
    const old = listAt(definition, "status", "conditions").find((one) => textAt(one, "type") === condition.type);
    if (stored === definition && textAt(old, "reason") === condition.reason) return;
    const conditions = withConditions(definition, [condition], timestamp(clock.now()));
    const next: ApiObject = { ...definition, status: { ...objectAt(definition, "status"), conditions } };
    store.put(customResourceDefinitions.id, management.afterWrite(target, definition, next, next));
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
