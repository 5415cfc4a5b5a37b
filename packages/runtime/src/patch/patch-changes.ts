import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { ApiError, isConflict, isInvalid } from "../errors/api-error.ts";
import { refOf } from "../errors/object-ref.ts";
import { mergePatch } from "./merge-patch.ts";
import { rebaseLists, replacesLists } from "./rebase-lists.ts";

/** Fields the server alone writes: never part of a patch. */
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

/** The server stores no empty list. Written in place of none, it would remove what another writer has added, without a conflict. */
function withListsOf(
  { metadata: { finalizers, ownerReferences } }: DeepReadonly<KubernetesObject>,
  after: DeepReadonly<KubernetesObject>,
): object {
  return { ...after, metadata: { ...after.metadata, finalizers, ownerReferences } };
}

/** What {@link patchChanges} would send, without preconditions: pure. */
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
  /** As the server has it after the last write. */
  current: DeepReadonly<T>;
  written: number;
}

/** The patch for exactly the object that was read, and for one version of it only where a list is replaced. */
function guarded(patch: Record<string, unknown>, uid: string | undefined, resourceVersion?: string) {
  const metadata = {
    ...(patch.metadata as Record<string, unknown> | undefined),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  return Object.keys(metadata).length === 0 ? patch : { ...patch, metadata };
}

/** kube-apiserver calls a patch for another uid Invalid; to us it is a lost race like any other. */
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

async function writeMain<T extends KubernetesObject>(
  writing: Writing<T>,
  patch: Record<string, unknown>,
  replacesMetadataLists: boolean,
): Promise<void> {
  const { before, current } = writing;
  // Our own status write may have moved the version on; what the lists were based on must still be what is stored.
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
  const status = { subresource: "status" } as const;
  if (!replacesLists(patch)) return send(writing, guarded(patch, uid), status);
  const rebased = rebaseLists(before, patch, writing.current);
  const base = rebased === undefined ? before : writing.current;
  try {
    await send(writing, guarded(rebased ?? patch, uid, base.metadata.resourceVersion), status);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await client.get(kind, key, options);
    const again = latest.metadata.uid === uid ? rebaseLists(before, patch, latest) : undefined;
    if (again === undefined) throw error;
    await send(writing, guarded(again, uid, latest.metadata.resourceVersion), status);
  }
}

function releases(before: DeepReadonly<KubernetesObject>, after: DeepReadonly<KubernetesObject>): boolean {
  const kept = after.metadata.finalizers ?? [];
  return (before.metadata.finalizers ?? []).some((finalizer) => !kept.includes(finalizer));
}

/**
 * Writes the difference between an object as it was read and as it should be: at most one merge patch of everything but the status,
 * then at most one of `/status`, and no patch if nothing changed. The status is written last because it describes the spec: a
 * reader that sees a flag set there finds the fields it promises. It is written first only if the other write removes a finalizer,
 * since the object may be gone afterwards.
 *
 * No other writer's work is lost: each patch is for the uid that was read; one that replaces a list is also for the version that
 * was read. If another writer changed other entries of `conditions` in the meantime, the object is read again and both changes are
 * kept. Fields that are not lists are always merged.
 *
 * @returns the object after the last write (`before` as given if there was none), and the number of writes.
 * @throws ApiError - Conflict: another writer changed the same list, or the object was re-created; NotFound: it is gone. The
 *   reconcile is retried.
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
  const [from, to] = [before as DeepReadonly<KubernetesObject>, after as DeepReadonly<KubernetesObject>];
  const { main, status } = planChanges(from, to);
  const writing: Writing<T> = { client, kind, key, before, options, current: before, written: 0 };
  const isStatusFirst = releases(from, to);
  if (status !== undefined && isStatusFirst) await writeStatus(writing, status);
  if (main !== undefined) await writeMain(writing, main, listsChanged(from, to));
  if (status !== undefined && !isStatusFirst) await writeStatus(writing, status);
  return { object: writing.current as T, written: writing.written };
}
