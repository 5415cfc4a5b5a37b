import { Cluster, type KubernetesObject, Machine, MachinePool, type ResourceKind } from "@capstan/contract";
import { without } from "@capstan/kube";
import { type Client, Secret } from "@capstan/runtime";
import type { Scene } from "./scene.ts";

/** The objects of a scene: those of the core, of the kind under test, and the Secrets without their content. */
export async function sceneObjects({ client, namespace, kind, role, machines }: Scene): Promise<readonly object[]> {
  const owner = { BootstrapConfig: Machine, InfraMachine: Machine, InfraMachinePool: MachinePool };
  const kinds: ResourceKind[] = [kind, Cluster];
  if (machines !== undefined) kinds.push(Machine);
  if (role in owner) kinds.push(owner[role as keyof typeof owner]);
  return objectsOf(client, namespace, kinds);
}

/** The objects of these kinds in a namespace, and the Secrets without their content. */
export async function objectsOf(
  client: Client,
  namespace: string,
  kinds: readonly ResourceKind[],
): Promise<readonly object[]> {
  const lists = await Promise.all([...kinds, Secret].map((each) => listOf(client, each, namespace)));
  return lists.flat();
}

async function listOf(client: Client, kind: ResourceKind, namespace: string): Promise<readonly KubernetesObject[]> {
  const { items } = await client.list(kind, { namespace }).catch(() => ({ items: [] }));
  return items.map((object) => shown({ ...object, apiVersion: object.apiVersion, kind: object.kind }));
}

function shown(object: KubernetesObject): KubernetesObject {
  const metadata = without(
    object.metadata as KubernetesObject["metadata"] & { managedFields?: unknown },
    "managedFields",
  );
  if (object.kind !== Secret.kind) return { ...object, metadata };
  const { data } = object as Secret;
  const keys = Object.fromEntries(Object.keys(data ?? {}).map((key) => [key, "(not shown)"]));
  return { ...object, metadata, data: keys } as KubernetesObject;
}
