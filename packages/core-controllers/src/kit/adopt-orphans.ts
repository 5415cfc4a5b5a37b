import { type DeepReadonly, type KubernetesObject, type OwnerReference, type ResourceKind } from "@capstan/contract";
import { type Client, isNotFound, patchChanges, setOwnerReference } from "@capstan/runtime";

/**
 * Makes `owner` the controller of objects that have no controller, or whose controller is `owner` as it was before a restore.
 *
 * @returns the objects that it now controls.
 * @throws ApiError - Conflict, another writer changed an object; the reconcile is retried. A decision without that object would be wrong:
 * it would create a duplicate.
 */
export async function adoptOrphans<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  orphans: readonly DeepReadonly<T>[],
  owner: OwnerReference,
  signal: AbortSignal,
): Promise<readonly DeepReadonly<KubernetesObject>[]> {
  const adopted: DeepReadonly<KubernetesObject>[] = [];
  for (const orphan of orphans) {
    const after = structuredClone(orphan) as T;
    after.metadata = setOwnerReference(after.metadata, owner);
    try {
      adopted.push((await patchChanges<T>(client, kind, orphan, after, { signal })).object);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return adopted;
}
