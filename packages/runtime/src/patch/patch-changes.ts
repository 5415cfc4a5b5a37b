import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { Client } from "../client/client.ts";
import { jsonEquals, mergePatch } from "./merge-patch.ts";

/** Fields the server alone writes: never part of a patch. */
const serverOwned = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid", "selfLink"];

function writable(object: unknown): { main: Record<string, unknown>; status: unknown } {
  const { status, metadata, ...rest } = object as Record<string, unknown>;
  const kept = Object.fromEntries(
    Object.entries((metadata ?? {}) as Record<string, unknown>).filter(([field]) => !serverOwned.includes(field)),
  );
  return { main: { ...rest, metadata: kept }, status };
}

function listsChanged(before: DeepReadonly<KubernetesObject>, after: KubernetesObject): boolean {
  return (
    !jsonEquals(before.metadata.finalizers ?? [], after.metadata.finalizers ?? []) ||
    !jsonEquals(before.metadata.ownerReferences ?? [], after.metadata.ownerReferences ?? [])
  );
}

/** What {@link patchChanges} would send: pure. */
export function planChanges(
  before: DeepReadonly<KubernetesObject>,
  after: KubernetesObject,
): { main?: Record<string, unknown>; status?: Record<string, unknown> } {
  const from = writable(before);
  const to = writable(after);
  const main = mergePatch(from.main, to.main);
  const status = mergePatch({ status: from.status }, { status: to.status });
  if (main !== undefined && listsChanged(before, after)) {
    // A merge patch replaces lists whole: without the precondition another writer's entry would be lost.
    const metadata = (main.metadata ?? {}) as Record<string, unknown>;
    main.metadata = { ...metadata, resourceVersion: before.metadata.resourceVersion };
  }
  return { ...(main === undefined ? {} : { main }), ...(status === undefined ? {} : { status }) };
}

/**
 * Writes the difference between an object as it was read and as it should be: at most one merge patch of everything
 * but the status and one of `/status`, and none when nothing changed. The status goes first, since removing the last
 * finalizer makes the object disappear.
 *
 * The patch of metadata and spec carries the resourceVersion exactly when `finalizers` or `ownerReferences` change;
 * other fields are merged whoever else writes.
 *
 * @returns the object after the last write (`before` as given if there was none), and the number of writes.
 * @throws ApiError - Conflict if the precondition fails, NotFound if the object is gone; the reconcile is retried.
 */
export async function patchChanges<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  before: DeepReadonly<T>,
  after: T,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ object: T; written: number }> {
  const { name, namespace } = after.metadata;
  const key: ObjectKey = namespace === undefined ? { name } : { name, namespace };
  const { main, status } = planChanges(before, after);
  let object = before as T;
  let written = 0;
  if (status !== undefined) {
    object = await client.patch(kind, key, { type: "merge", body: status }, { ...options, subresource: "status" });
    written += 1;
  }
  if (main !== undefined) {
    const metadata = main.metadata as Record<string, unknown> | undefined;
    if (status !== undefined && metadata?.resourceVersion !== undefined) {
      // Our own status write moved the version on. What the lists were based on must still be what is stored.
      if (listsChanged(before, object)) metadata.resourceVersion = before.metadata.resourceVersion;
      else metadata.resourceVersion = object.metadata.resourceVersion;
    }
    object = await client.patch(kind, key, { type: "merge", body: main }, options);
    written += 1;
  }
  return { object, written };
}
