import type { KubernetesObject } from "@capstan/contract";

/**
 * Removes what is most of the size of the objects of another cluster, and not used: who wrote which field, and the images that a Node
 * has.
 */
export function trimRemote(object: KubernetesObject): void {
  delete object.metadata.managedFields;
  const { status } = object as { status?: { images?: unknown } };
  if (object.kind === "Node" && status !== undefined) delete status.images;
}
