import { IPAddress, IPAddressClaim, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { isNotFound } from "@capstan/runtime";
import { objectName, type PoolScene } from "./pool-scene.ts";

/**
 * Does what clusterctl does to pool, claim and IPAddress: pauses the Cluster, deletes them without their finalizers, and creates them again,
 * owners first: without status, and with other uids, which it replaces in owner references.
 */
export async function moveHere(scene: PoolScene, address: IPAddress): Promise<void> {
  await scene.pauseCluster(true);
  const { namespace } = scene;
  const key = { name: objectName, namespace };
  const pool = await scene.getPool();
  const claim = await scene.client.get(IPAddressClaim, key);
  const all: readonly (readonly [ResourceKind, KubernetesObject])[] = [
    [scene.kind, pool],
    [IPAddressClaim, claim],
    [IPAddress, await scene.client.get(IPAddress, { name: address.metadata.name, namespace })],
  ];
  for (const [kind, object] of all.toReversed()) await remove(scene, kind, object);
  const moved = new Map<string, string>();
  for (const [kind, object] of all) await recreate(scene, kind, object, moved);
  await scene.pauseCluster(false);
}

/** The provider may add or remove its own finalizer in the meantime, because no Cluster pauses a cluster-wide pool. */
async function remove(scene: PoolScene, kind: ResourceKind, object: KubernetesObject): Promise<void> {
  const { client, namespace } = scene;
  const { name } = object.metadata;
  const key = kind.namespaced ? { name, namespace } : { name };
  const annotations = { "clusterctl.cluster.x-k8s.io/delete-for-move": "" };
  const withoutFinalizers = { type: "merge", body: { metadata: { annotations, finalizers: null } } } as const;
  await client.patch(kind, key, withoutFinalizers).catch(unlessGone);
  await client.delete(kind, key).catch(unlessGone);
  await client.patch(kind, key, withoutFinalizers).catch(unlessGone);
  await scene.settled();
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

async function recreate(
  scene: PoolScene,
  kind: ResourceKind,
  { status: _status, metadata, ...rest }: KubernetesObject & { readonly status?: unknown },
  moved: Map<string, string>,
): Promise<void> {
  const { name, labels = {}, finalizers = [], ownerReferences = [], uid = "" } = metadata;
  const owners = ownerReferences.map((owner) => ({ ...owner, uid: moved.get(owner.uid) ?? owner.uid }));
  const kept = {
    name,
    ...(kind.namespaced ? { namespace: scene.namespace } : {}),
    labels,
    finalizers,
    ownerReferences: owners,
  };
  const created = await scene.client.create(kind, { ...rest, metadata: kept });
  moved.set(uid, created.metadata.uid ?? "");
}
