import { type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import type { Scene } from "@capstan/harness/scenes";

/** What a move keeps of Machines: which they are, and which Nodes they became. */
export function machineIdentities(scene: Scene): { readonly name: string }[] {
  const all = scene.list(Machine).map(({ metadata: { name }, spec, status }) => {
    return { name, providerID: spec.providerID, node: status?.nodeRef?.name };
  });
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function isEmpty(scene: Scene, kind: ResourceKind): boolean {
  return scene.list<KubernetesObject>(kind).length === 0;
}
