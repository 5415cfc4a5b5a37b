import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { Client } from "../client/client.ts";
import { ApiError, isConflict, isInvalid } from "../errors/api-error.ts";
import { describeRef, refOf } from "../errors/object-ref.ts";
import { currentReconcile } from "../worker/workers.ts";
import { mergePatch } from "./merge-patch.ts";
import { rebaseLists, replacesLists } from "./rebase-lists.ts";
import { withoutRefused } from "./refused-parts.ts";

/** How long it takes until what the server has refused is tried again: its schema may have changed. */
const refusedAgainMs = 600_000;

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
  /** The fields of the status that the server refused. */
  refused: readonly string[];
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

/**
 * Sends a patch of the status; what the server refuses of it is left out, once, so that one bad field does not keep everything else
 * from being written.
 */
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
    reconcile?.logger.warn("The API server refuses a part of a status; the rest is written", about);
    reconcile?.enqueue(refusedAgainMs);
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
 * Writes the difference between an object as it was read and as it should be: at most one merge patch of everything but the status,
 * then at most one of `/status`, and no patch if nothing changed. The status is written last because it describes the spec: a
 * reader that sees a flag set there finds the fields it promises. It is written first only if the other write removes a finalizer,
 * since the object may be gone afterwards.
 *
 * No other writer's work is lost: each patch is for the uid that was read; one that replaces a list is also for the version that
 * was read. If another writer changed other entries of `conditions` in the meantime, the object is read again and both changes are
 * kept. Fields that are not lists are always merged.
 *
 * A part of the status that the server refuses as invalid, and names, is left out of a second request, and that is logged; the
 * reconcile comes back after 10 minutes to try the whole again. A condition whose words are refused says that instead of them.
 *
 * @returns the object after the last write (`before` as given if there was none), the number of writes, and the fields of the status
 *   that the server refused.
 * @throws ApiError - Conflict: another writer changed the same list, or the object was re-created; NotFound: it is gone. The
 *   reconcile is retried.
 */
export async function patchChanges<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  before: DeepReadonly<T>,
  after: T,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ object: T; written: number; refused: readonly string[] }> {
  const { name, namespace } = after.metadata;
  const key: ObjectKey = namespace === undefined ? { name } : { name, namespace };
  const [from, to] = [before as DeepReadonly<KubernetesObject>, after as DeepReadonly<KubernetesObject>];
  const { main, status } = planChanges(from, to);
  const writing: Writing<T> = { client, kind, key, before, options, current: before, written: 0, refused: [] };
  const isStatusFirst = releases(from, to);
  if (status !== undefined && isStatusFirst) await writeStatus(writing, status);
  if (main !== undefined) await writeMain(writing, main, listsChanged(from, to));
  if (status !== undefined && !isStatusFirst) await writeStatus(writing, status);
  return { object: writing.current as T, written: writing.written, refused: writing.refused };
}
