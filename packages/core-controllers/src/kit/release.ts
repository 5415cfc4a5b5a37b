import { type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type Client, isNotFound, patchChanges, removeFinalizer } from "@capstan/runtime";

/** Removes the finalizer from an object that is being deleted; no error if it is gone already. */
export async function release(
  client: Client,
  kind: ResourceKind,
  object: DeepReadonly<KubernetesObject>,
  finalizer: string,
  signal: AbortSignal,
): Promise<void> {
  const after = deepCopy<KubernetesObject>(object);
  after.metadata = removeFinalizer(after.metadata, finalizer);
  try {
    await patchChanges(client, kind, object, after, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
