import type { KubernetesObject } from "@capstan/contract";

/** Takes from the Nodes of another cluster the images they have: most of their size, and nobody asks for them. */
export function trimRemote(object: KubernetesObject): void {
  const { status } = object as { status?: { images?: unknown } };
  if (object.kind === "Node" && status !== undefined) delete status.images;
}
