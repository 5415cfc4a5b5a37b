import { type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { Scene } from "@capstan/harness/scenes";
import type { Client } from "@capstan/runtime";
import type { Clusterctl } from "./clusterctl.ts";

/** A management cluster for clusterctl. */
export interface Place {
  readonly client: Client;
  /** The path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
}

/** Moves a namespace, and resolves with the moved namespace once the source has no objects of `kinds`. */
export async function moveScene(
  clusterctl: Clusterctl,
  scene: Scene,
  { from, to, kinds }: { readonly from: Place; readonly to: Place; readonly kinds: readonly ResourceKind[] },
): Promise<Scene> {
  const { namespace } = scene;
  await clusterctl.move(namespace, from.kubeconfig, to.kubeconfig);
  await scene.until("all owned objects deleted", () => kinds.every((kind) => isEmpty(scene, kind)));
  return Scene.open(to.client, namespace, kinds);
}

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

/** The Nodes of a workload cluster; a recreated server would have other UIDs. */
export async function nodeIdentities(scene: Scene, cluster = "c1"): Promise<string[]> {
  return (await scene.nodes(cluster)).map(({ metadata }) => `${metadata.name} ${metadata.uid ?? ""}`).toSorted();
}
