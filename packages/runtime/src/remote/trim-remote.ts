import type { KubernetesObject } from "@capstan/contract";

/** Removes the list of images from the Nodes of another cluster: it is most of their size, and not used. */
export function trimRemote(object: KubernetesObject): void {
  const { status } = object as { status?: { images?: unknown } };
  if (object.kind === "Node" && status !== undefined) delete status.images;
}
