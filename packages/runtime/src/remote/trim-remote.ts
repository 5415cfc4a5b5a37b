import type { KubernetesObject } from "@capstan/contract";

/** Removes the largest unused parts of objects from other clusters: `managedFields`, and the images of a Node. */
export function trimRemote(object: KubernetesObject): void {
  delete object.metadata.managedFields;
  const { status } = object as { status?: { images?: unknown } };
  if (object.kind === "Node" && status !== undefined) delete status.images;
}
