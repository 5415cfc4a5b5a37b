import { type ApiObject, type OwnerReference, withMetadata } from "../object/api-object.ts";
import { type Resource } from "../registry/resource.ts";
import { foregroundFinalizer, isReleased, orphanFinalizer } from "../deletion/deleter.ts";
import { type Change } from "../store/change.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";
import { type World } from "./world.ts";

interface Location {
  readonly collection: string;
  readonly namespace: string;
  readonly name: string;
}

/** Deletes objects that have lost all owners, and handles the finalizers `foregroundDeletion` and `orphan`. */
export class GarbageCollector implements BackgroundController {
  readonly #world: Pick<World, "store" | "registry" | "deleter">;
  readonly #objects = new Map<string, Location>();
  /** The dependents of an owner, by uid. */
  readonly #dependents = new Map<string, Set<string>>();

  constructor(world: Pick<World, "store" | "registry" | "deleter">) {
    this.#world = world;
  }

  /** Adds the stored objects, and returns the uids to check. */
  restore(): readonly string[] {
    const objects = [...this.#world.store.collections()].flatMap((collection) =>
      collection.list().map((object) => ({ object, collection })),
    );
    for (const { object, collection } of objects) this.#index(collection.id, object, undefined);
    return objects.filter(({ object }) => isConcerned(object)).map(({ object }) => object.metadata.uid ?? "");
  }

  /** Updates the graph, and returns the uids of objects that may be affected. */
  onChange({ type, collection, object, previous }: Change): readonly string[] {
    const uid = object.metadata.uid ?? "";
    if (type !== "DELETED") {
      this.#index(collection, object, previous);
      const concerned = isConcerned(object) ? [uid] : [];
      // An owner in foreground deletion waits for blocking dependents, and this one may just have stopped blocking it.
      return previous?.metadata.ownerReferences === object.metadata.ownerReferences
        ? concerned
        : [...concerned, ...ownersOf(previous)];
    }
    this.#objects.delete(uid);
    for (const owner of ownersOf(previous)) this.#unlink(owner, uid);
    return [...(this.#dependents.get(uid) ?? []), ...ownersOf(previous)];
  }

  /** Handles an object's owners, dependents and finalizers. Does not recurse, because owners may form cycles. */
  reconcile(uid: string): Next {
    const found = this.#find(uid);
    if (found === undefined) return {};
    const { resource, object } = found;
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp === undefined) this.#checkOwners(resource, object);
    else if (finalizers.includes(orphanFinalizer)) this.#orphan(resource, object);
    else if (finalizers.includes(foregroundFinalizer)) return { keys: this.#awaitDependents(resource, object) };
    return {};
  }

  #checkOwners(resource: Resource, object: ApiObject): void {
    const references = object.metadata.ownerReferences ?? [];
    if (references.length === 0) return;
    const present = references.filter((reference) => this.#exists(reference, object));
    const alive = present.filter((reference) => !this.#isWaiting(reference.uid));
    if (alive.length === references.length) return;
    if (alive.length > 0) this.#put(resource, withMetadata(object, { ownerReferences: alive }));
    else if (present.length > 0 && this.#dependentsOf(object).length > 0) this.#followForeground(resource, object);
    else this.#world.deleter.delete(resource, object, { propagationPolicy: policyOf(object) });
  }

  /** An owner waits for this object, which has dependents of its own. It no longer blocks an owner that may in turn wait for it. */
  #followForeground(resource: Resource, object: ApiObject): void {
    const isMaybeRing = this.#dependentsOf(object).some((dependent) => this.#isWaiting(dependent));
    const next = isMaybeRing ? this.#world.store.put(resource.id, withoutBlocking(object)) : object;
    this.#world.deleter.delete(resource, next, { propagationPolicy: "Foreground" });
  }

  #awaitDependents(resource: Resource, owner: ApiObject): readonly string[] {
    const dependents = this.#dependentsOf(owner);
    if (!dependents.some((dependent) => this.#isBlocking(dependent, owner))) {
      this.#removeFinalizer(resource, owner, foregroundFinalizer);
    }
    return dependents.filter((dependent) => !this.#isWaiting(dependent));
  }

  #dependentsOf({ metadata }: ApiObject): readonly string[] {
    return [...(this.#dependents.get(metadata.uid ?? "") ?? [])];
  }

  #isBlocking(dependent: string, owner: ApiObject): boolean {
    const references = this.#find(dependent)?.object.metadata.ownerReferences ?? [];
    return references.some(
      (reference) => reference.uid === owner.metadata.uid && reference.blockOwnerDeletion === true,
    );
  }

  #orphan(resource: Resource, owner: ApiObject): void {
    const uid = owner.metadata.uid ?? "";
    for (const dependent of this.#dependentsOf(owner)) {
      const found = this.#find(dependent);
      if (found === undefined) continue;
      const kept = (found.object.metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
      this.#put(found.resource, withMetadata(found.object, { ownerReferences: kept.length === 0 ? undefined : kept }));
    }
    const current = this.#find(uid)?.object;
    if (current !== undefined) this.#removeFinalizer(resource, current, orphanFinalizer);
  }

  #removeFinalizer(resource: Resource, object: ApiObject, finalizer: string): void {
    const left = (object.metadata.finalizers ?? []).filter((candidate) => candidate !== finalizer);
    this.#put(resource, withMetadata(object, { finalizers: left.length === 0 ? undefined : left }));
  }

  #put(resource: Resource, object: ApiObject): void {
    if (isReleased(object, resource)) this.#world.store.delete(resource.id, object);
    else this.#world.store.put(resource.id, object);
  }

  /** Whether the owner exists: with the same uid, and in a place that a dependent in this namespace may refer to. */
  #exists(reference: OwnerReference, dependent: ApiObject): boolean {
    const location = this.#objects.get(reference.uid);
    if (location === undefined)
      return (
        this.#world.registry.findKind(reference.apiVersion, reference.kind) === undefined &&
        this.#isUnknownGroup(reference)
      );
    return (
      location.name === reference.name &&
      (location.namespace === "" || location.namespace === (dependent.metadata.namespace ?? ""))
    );
  }

  /** Owners of kinds that this server does not serve cannot be checked. */
  #isUnknownGroup(reference: OwnerReference): boolean {
    return !this.#world.registry
      .all()
      .some((resource) => resource.kind === reference.kind && reference.apiVersion.startsWith(`${resource.group}/`));
  }

  #isWaiting(uid: string): boolean {
    const metadata = this.#find(uid)?.object.metadata;
    return metadata?.deletionTimestamp !== undefined && metadata.finalizers?.includes(foregroundFinalizer) === true;
  }

  #find(uid: string): { resource: Resource; object: ApiObject } | undefined {
    const location = this.#objects.get(uid);
    if (location === undefined) return undefined;
    const object = this.#world.store.get(location.collection, location.namespace, location.name);
    const at = location.collection.indexOf(".");
    const resource = this.#world.registry.get(location.collection.slice(at + 1), location.collection.slice(0, at));
    return object === undefined || resource === undefined ? undefined : { resource, object };
  }

  #index(collection: string, object: ApiObject, previous: ApiObject | undefined): void {
    const { uid = "", namespace = "", name } = object.metadata;
    this.#objects.set(uid, { collection, namespace, name });
    if (previous?.metadata.ownerReferences === object.metadata.ownerReferences && previous !== undefined) return;
    for (const owner of ownersOf(previous)) this.#unlink(owner, uid);
    for (const owner of ownersOf(object)) {
      const dependents = this.#dependents.get(owner) ?? new Set<string>();
      dependents.add(uid);
      this.#dependents.set(owner, dependents);
    }
  }

  #unlink(owner: string, dependent: string): void {
    const dependents = this.#dependents.get(owner);
    dependents?.delete(dependent);
    if (dependents?.size === 0) this.#dependents.delete(owner);
  }
}

/** Whether an object has owners that may be deleted, or is being deleted itself. */
function isConcerned({ metadata }: ApiObject): boolean {
  return metadata.ownerReferences !== undefined || metadata.deletionTimestamp !== undefined;
}

function ownersOf(object: ApiObject | undefined): string[] {
  return (object?.metadata.ownerReferences ?? []).map((owner) => owner.uid);
}

function withoutBlocking(object: ApiObject): ApiObject {
  const ownerReferences = object.metadata.ownerReferences?.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
  return withMetadata(object, { ownerReferences });
}

function policyOf({ metadata }: ApiObject): string {
  if (metadata.finalizers?.includes(orphanFinalizer) === true) return "Orphan";
  return metadata.finalizers?.includes(foregroundFinalizer) === true ? "Foreground" : "Background";
}
