import { type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import type { Scene } from "@capstan/harness/scenes";

/** The properties of Machines that a move keeps: their identities and Nodes. */
export function machineIdentities(scene: Scene): { readonly name: string }[] {
  const all = scene.list(Machine).map(({ metadata: { name }, spec, status }) => {
    return { name, providerID: spec.providerID, node: status?.nodeRef?.name };
  });
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function isEmpty(scene: Scene, kind: ResourceKind): boolean {
  return scene.list<KubernetesObject>(kind).length === 0;
}
