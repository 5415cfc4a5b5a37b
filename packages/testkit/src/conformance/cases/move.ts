import { isNotFound, Secret } from "@capstan/runtime";
import { must } from "../scene/not-so.ts";
import type { Observed } from "../scene/recording.ts";
import type { Scene } from "../scene/scene.ts";

/** Does what clusterctl does to the source of a move: pauses, marks and deletes the object, and removes its finalizers. */
export async function moveAway(scene: Scene): Promise<void> {
  await scene.pauseCluster(true);
  // At the source, the garbage collector would delete them with their owner; they, too, exist at the target.
  await scene.machines?.handOver();
  await scene.patch({ metadata: { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } } });
  await scene.delete();
  await scene.pass(30);
  if (await scene.exists()) await scene.patch({ metadata: { finalizers: null } });
  await scene.pass(30);
  must(!(await scene.exists()), "it still exists without a finalizer");
}

/** Recreates an object and its Secrets, as clusterctl does at the target of a move: without status, with another uid. */
export async function moveHere(
  { client, namespace, machines, kind: resource }: Scene,
  { apiVersion, kind, metadata, spec }: Observed,
  secrets: readonly Secret[],
): Promise<void> {
  const { name, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  const kept = { name, namespace, labels, annotations, finalizers, ownerReferences };
  const moved: Observed = { apiVersion, kind, metadata: kept, ...(spec === undefined ? {} : { spec }) };
  const created = await client.create(resource, moved);
  await machines?.handOver({ ...created, apiVersion, kind });
  const to = created.metadata.uid ?? "";
  for (const secret of secrets) await moveSecret(client, secret, { from: metadata.uid, to });
}

async function moveSecret(
  client: Scene["client"],
  { metadata, data = {}, type = "" }: Secret,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): Promise<void> {
  const { name, namespace = "", labels = {}, ownerReferences = [] } = metadata;
  const key = { name, namespace };
  const owners = ownerReferences.map((owner) => (owner.uid === from ? { ...owner, uid: to } : owner));
  // With garbage collection, the Secret was deleted with the object.
  const { items } = await client.list(Secret, { namespace });
  if (items.some((found) => found.metadata.name === name)) await client.delete(Secret, key).catch(unlessGone);
  const copy = { ...key, labels, ownerReferences: owners };
  await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: copy, data, type });
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
