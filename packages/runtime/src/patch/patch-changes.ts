import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { ApiError, isConflict, isInvalid } from "../errors/api-error.ts";
import { describeRef, refOf } from "../errors/object-ref.ts";
import { currentReconcile } from "../worker/workers.ts";
import { mergePatch } from "./merge-patch.ts";
import { rebaseLists, replacesLists } from "./rebase-lists.ts";
import { withoutRefused } from "./refused-parts.ts";

/** The delay before refused fields are tried again: the server's schema may have changed. */
const refusedAgainMs = 600_000;

/** Fields that only the server writes: never part of a patch. */
const serverOwned = ["creationTimestamp", "generation", "managedFields", "resourceVersion", "uid", "selfLink"];

function writable(object: unknown): { main: Record<string, unknown>; status: unknown } {
  const { status, metadata, ...rest } = object as Record<string, unknown>;
  const kept = Object.fromEntries(
    Object.entries((metadata ?? {}) as Record<string, unknown>).filter(([field]) => !serverOwned.includes(field)),
  );
  return { main: { ...rest, metadata: kept }, status };
}

function listsChanged(before: DeepReadonly<KubernetesObject>, after: DeepReadonly<KubernetesObject>): boolean {
  return (
    !jsonEqual(before.metadata.finalizers ?? [], after.metadata.finalizers ?? []) ||
    !jsonEqual(before.metadata.ownerReferences ?? [], after.metadata.ownerReferences ?? [])
  );
}

/** The server stores no empty list. Writing one where none is stored would remove entries of another writer without a conflict. */
function withListsOf(
  { metadata: { finalizers, ownerReferences } }: DeepReadonly<KubernetesObject>,
  after: DeepReadonly<KubernetesObject>,
): object {
  return { ...after, metadata: { ...after.metadata, finalizers, ownerReferences } };
}

/** The patches of {@link patchChanges}, without preconditions. Pure. */
function planChanges(
  before: DeepReadonly<KubernetesObject>,
  after: DeepReadonly<KubernetesObject>,
): { main?: Record<string, unknown>; status?: Record<string, unknown> } {
  const from = writable(before);
  const to = writable(listsChanged(before, after) ? after : withListsOf(before, after));
  const main = mergePatch(from.main, to.main);
  const status = mergePatch({ status: from.status }, { status: to.status });
  return { ...(main === undefined ? {} : { main }), ...(status === undefined ? {} : { status }) };
}

/** One call of {@link patchChanges}. */
interface Writing<T extends KubernetesObject> {
  readonly client: Client;
  readonly kind: ResourceKind<T>;
  readonly key: ObjectKey;
  readonly before: DeepReadonly<T>;
  readonly options: { readonly signal?: AbortSignal };
  /** The object on the server after the last write. */
  current: DeepReadonly<T>;
  written: number;
  /** The status fields that the server refused. */
  refused: readonly string[];
}

/** Restricts the patch to the object that was read and, only if it replaces a list, to the version that was read. */
function guarded(patch: Record<string, unknown>, uid: string | undefined, resourceVersion?: string) {
  const metadata = {
    ...(patch.metadata as Record<string, unknown> | undefined),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  return Object.keys(metadata).length === 0 ? patch : { ...patch, metadata };
}

/** kube-apiserver calls a patch for another uid Invalid; for a controller it is a lost race, like Conflict. */
function asConflict(error: unknown, object: DeepReadonly<KubernetesObject>): unknown {
  if (
    !isInvalid(error) ||
    (error as ApiError).details?.causes?.some(({ field }) => field === "metadata.uid") !== true
  ) {
    return error;
  }
  const { kind, metadata } = object;
  const message = `${kind} ${metadata.name} has been deleted and recreated since it was read`;
  return new ApiError(message, { status: 409, reason: "Conflict", object: refOf(object), cause: error });
}

async function send<T extends KubernetesObject>(
  writing: Writing<T>,
  body: Record<string, unknown>,
  options: { readonly subresource?: "status" } = {},
): Promise<void> {
  const { client, kind, key, before } = writing;
  try {
    writing.current = (await client.patch(
      kind,
      key,
      { type: "merge", body },
      { ...writing.options, ...options },
    )) as DeepReadonly<T>;
    writing.written += 1;
  } catch (error) {
    throw asConflict(error, before);
  }
}

/** Patches the status. Omits fields that the server refuses, once, so that one invalid field does not block all others. */
async function sendStatus<T extends KubernetesObject>(
  writing: Writing<T>,
  body: Record<string, unknown>,
): Promise<void> {
  const options = { subresource: "status" } as const;
  try {
    await send(writing, body, options);
  } catch (error) {
    const left = writing.refused.length === 0 ? withoutRefused(body, error) : undefined;
    if (left === undefined) throw error;
    writing.refused = left.fields;
    if (left.rest !== undefined) await send(writing, left.rest, options);
    const about = { object: describeRef(refOf(writing.before)), fields: left.fields, error };
    const reconcile = currentReconcile();
    reconcile?.logger.warn("The API server rejects a part of a status; the rest is written", about);
    reconcile?.enqueue(refusedAgainMs);
  }
}

async function writeMain<T extends KubernetesObject>(
  writing: Writing<T>,
  patch: Record<string, unknown>,
  replacesMetadataLists: boolean,
): Promise<void> {
  const { before, current } = writing;
  // This call's own status write may have raised the version; the stored lists must still equal those that the patch is based on.
  const base = listsChanged(before, current) ? before : current;
  const version = replacesMetadataLists ? base.metadata.resourceVersion : undefined;
  await send(writing, guarded(patch, before.metadata.uid, version));
}

async function writeStatus<T extends KubernetesObject>(
  writing: Writing<T>,
  patch: Record<string, unknown>,
): Promise<void> {
  const { client, kind, key, before, options } = writing;
  const { uid } = before.metadata;
  if (!replacesLists(patch)) return sendStatus(writing, guarded(patch, uid));
  const rebased = rebaseLists(before, patch, writing.current);
  const base = rebased === undefined ? before : writing.current;
  try {
    await sendStatus(writing, guarded(rebased ?? patch, uid, base.metadata.resourceVersion));
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await client.get(kind, key, options);
    const again = latest.metadata.uid === uid ? rebaseLists(before, patch, latest) : undefined;
    if (again === undefined) throw error;
    await sendStatus(writing, guarded(again, uid, latest.metadata.resourceVersion));
  }
}

function releases(before: DeepReadonly<KubernetesObject>, after: DeepReadonly<KubernetesObject>): boolean {
  const kept = after.metadata.finalizers ?? [];
  return (before.metadata.finalizers ?? []).some((finalizer) => !kept.includes(finalizer));
}

/**
 * Writes the difference between an object as it was read and the desired object. Sends at most one merge patch of everything but the
 * status, then at most one of `/status`, and no patch if nothing changed. The status comes last because it describes the spec: a reader
 * that sees a flag there finds the fields that it promises. It comes first only if the other patch removes a finalizer, because the object
 * may be deleted afterwards.
 *
 * No write of another writer is lost. Each patch is for the uid that was read; a patch that replaces a list is also for the version that
 * was read. If another writer changed other entries of `conditions` in the meantime, the object is read again and both changes are kept.
 * Fields that are not lists are always merged.
 *
 * If the server refuses fields of the status as invalid, and names them, a second request omits them, which is logged; the reconcile is
 * repeated after 10 minutes to try the whole status again. A condition whose message or reason is refused reports that instead.
 *
 * @returns the object after the last write (`before` if there was none), the number of writes, and the status fields that the server
 *   refused.
 * @throws ApiError - Conflict: another writer changed the same list, or the object was re-created; NotFound: it was deleted. The
 *   reconcile is retried.
 */
export async function patchChanges<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  before: DeepReadonly<T>,
  after: T,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ object: T; written: number; refused: readonly string[] }> {
  const [from, to] = [before as DeepReadonly<KubernetesObject>, after as DeepReadonly<KubernetesObject>];
  const { main, status } = planChanges(from, to);
  const writing: Writing<T> = {
    client,
    kind,
    key: after.metadata,
    before,
    options,
    current: before,
    written: 0,
    refused: [],
  };
  const isStatusFirst = releases(from, to);
  if (status !== undefined && isStatusFirst) await writeStatus(writing, status);
  if (main !== undefined) await writeMain(writing, main, listsChanged(from, to));
  if (status !== undefined && !isStatusFirst) await writeStatus(writing, status);
  return { object: writing.current as T, written: writing.written, refused: writing.refused };
}
