import { listAt, objectAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject, type ObjectMeta, withMetadata } from "../object/api-object.ts";
import { customResourceDefinitions } from "../registry/built-in/built-ins.ts";
import { cleanupFinalizer } from "../registry/built-in/definitions.ts";
import { definitionCondition, withConditions } from "../registry/definition-conditions.ts";
import { type Resource } from "../registry/resource.ts";
import { badRequest, conflict } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";

/** The options of a deletion (meta/v1 DeleteOptions). */
export interface DeleteOptions {
  readonly propagationPolicy?: string | undefined;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  /** How long the object stays, marked for deletion, so that another process can end it. Default: 0. */
  readonly gracePeriodSeconds?: number;
}

/** Finalizers that the garbage collector handles. */
export const orphanFinalizer = "orphan";
export const foregroundFinalizer = "foregroundDeletion";

/** Removes objects, or marks them for deletion while they have finalizers. */
export class Deleter {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(options: { readonly store: Store; readonly clock: Clock }) {
    this.#store = options.store;
    this.#clock = options.clock;
  }

  /**
   * @returns the object, in its storage version, and whether it is removed.
   * @throws StatusError Conflict when a precondition fails, BadRequest for an unknown policy.
   */
  delete(resource: Resource, stored: ApiObject, options: DeleteOptions = {}): { object: ApiObject; gone: boolean } {
    checkPreconditions(resource, stored, options);
    const finalizers = withCleanup(resource, stored, finalizersFor(stored, options.propagationPolicy));
    const { gracePeriodSeconds = 0 } = options;
    const held = finalizers.length > 0 || resource.id === "namespaces." || gracePeriodSeconds > 0;
    if (!held) {
      // The last state of a Pod shows the end of its grace period, even if it had none.
      const last = resource.id === "pods." ? this.#mark(resource, stored, finalizers, 0) : stored;
      return { object: options.dryRun === true ? last : this.#store.delete(resource.id, last), gone: true };
    }
    const marked = this.#mark(resource, stored, finalizers, gracePeriodSeconds);
    const unchanged = marked === stored || options.dryRun === true;
    return { object: unchanged ? marked : this.#store.put(resource.id, marked), gone: false };
  }

  #graceOf(seconds: number): Pick<ObjectMeta, "deletionGracePeriodSeconds" | "deletionTimestamp"> {
    const deletionTimestamp = timestamp(this.#clock.now() + seconds * 1000);
    return { deletionTimestamp, deletionGracePeriodSeconds: seconds };
  }

  #terminating(definition: ApiObject): ApiObject {
    const message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
    const pending = definitionCondition("Terminating", true, "InstanceDeletionPending", message);
    const conditions = withConditions(definition, [pending], timestamp(this.#clock.now()));
    return { ...definition, status: { ...objectAt(definition, "status"), conditions } };
  }

  #mark(resource: Resource, stored: ApiObject, finalizers: readonly string[], gracePeriodSeconds: number): ApiObject {
    const { metadata } = stored;
    const kept = finalizers.length === 0 ? undefined : finalizers;
    const sameFinalizers = finalizers.length === (metadata.finalizers ?? []).length;
    if (metadata.deletionTimestamp !== undefined) {
      const isSooner = gracePeriodSeconds < (metadata.deletionGracePeriodSeconds ?? 0);
      if (sameFinalizers && !isSooner) return stored;
      return withMetadata(stored, { finalizers: kept, ...(isSooner ? this.#graceOf(gracePeriodSeconds) : {}) });
    }
    const marked = withMetadata(stored, {
      finalizers: kept,
      ...this.#graceOf(gracePeriodSeconds),
      ...(resource.id === "namespaces." ? { deletionGracePeriodSeconds: undefined } : {}),
      ...(metadata.generation === undefined ? {} : { generation: metadata.generation + 1 }),
    });
    if (resource.id === customResourceDefinitions.id) return this.#terminating(marked);
    if (resource.id !== "namespaces.") return marked;
    return { ...marked, status: { ...objectAt(marked, "status"), phase: "Terminating" } };
  }
}

function checkPreconditions(resource: Resource, { metadata }: ApiObject, { preconditions }: DeleteOptions): void {
  const target = { group: resource.group, name: resource.kind };
  if (preconditions?.uid !== undefined && preconditions.uid !== metadata.uid) {
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${metadata.uid ?? ""}). The object might have been deleted and then recreated`;
    throw conflict(target, metadata.name, why);
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion ?? ""}). The object might have been modified`;
    throw conflict(target, metadata.name, why);
  }
}

/** A CRD waits until the objects of its kind are deleted. */
function withCleanup(resource: Resource, { metadata }: ApiObject, finalizers: readonly string[]): readonly string[] {
  if (resource.id !== customResourceDefinitions.id || metadata.deletionTimestamp !== undefined) return finalizers;
  return [...finalizers.filter((finalizer) => finalizer !== cleanupFinalizer), cleanupFinalizer];
}

function finalizersFor({ metadata }: ApiObject, policy: string | undefined): readonly string[] {
  const given = metadata.finalizers ?? [];
  const others = given.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  switch (policy) {
    case "Orphan":
      return [...others, orphanFinalizer];
    case "Foreground":
      return [...others, foregroundFinalizer];
    case "Background":
      return others;
    case undefined:
      return given;
    default:
      throw badRequest(`invalid propagation policy: ${policy}`);
  }
}

/** Whether nothing holds an object that is being deleted any more. */
export function isReleased(object: ApiObject, resource: Resource): boolean {
  const { deletionGracePeriodSeconds = 0, deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0 || deletionGracePeriodSeconds > 0) return false;
  return resource.id !== "namespaces." || !hasSpecFinalizers(object);
}

function hasSpecFinalizers(object: ApiObject): boolean {
  return listAt(object, "spec", "finalizers").length > 0;
}
