import { Secret } from "@capstan/runtime";
import { namespace } from "../builders/test-objects.ts";
import type { Observed, Scene } from "./scene.ts";
import { must } from "./not-so.ts";

/** What clusterctl does to the source of a move: pause, mark, delete, strip of finalizers. */
export async function moveAway(scene: Scene): Promise<void> {
  await scene.pauseCluster(true);
  await scene.patch({ metadata: { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } } });
  await scene.delete();
  await scene.pass(30);
  if (await scene.exists()) await scene.patch({ metadata: { finalizers: null } });
  await scene.pass(30);
  must(!(await scene.exists()), "it is still there without a finalizer");
}

/** Re-creates an object, and its Secret, as clusterctl does at the target of a move: without status, with another uid. */
export async function moveHere(
  { env, kind: resource }: Scene,
  { apiVersion, kind, metadata, spec }: Observed,
  secret: Secret | undefined,
): Promise<void> {
  const { name, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  const kept = { name, namespace, labels, annotations, finalizers, ownerReferences };
  const moved: Observed = { apiVersion, kind, metadata: kept, ...(spec === undefined ? {} : { spec }) };
  const { metadata: now } = await env.client.create(resource, moved);
  if (secret === undefined) return;
  const { data = {}, type = "" } = secret;
  const owners = secret.metadata.ownerReferences?.map((owner) => ({ ...owner, uid: now.uid ?? "" })) ?? [];
  const key = { name: secret.metadata.name, namespace };
  const copy = { ...key, labels: secret.metadata.labels ?? {}, ownerReferences: owners };
  // Where owners that are gone are collected, the Secret went with the object.
  const left = (await env.client.list(Secret)).items.some((found) => found.metadata.name === key.name);
  if (left) await env.client.delete(Secret, key);
  await env.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: copy, data, type });
}
