import { type DeepReadonly, type KubernetesObject, type OwnerReference, type ResourceKind } from "@capstan/contract";
import { type Client, isConflict, isNotFound, patchChanges, setOwnerReference } from "@capstan/runtime";

/**
 * Makes `owner` the controller of objects that have no controller.
 *
 * @returns the objects that it now controls.
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
      // The object was adopted or deleted by another writer: an event will report that.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
  return adopted;
}
