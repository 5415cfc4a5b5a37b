import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Client } from "@capstan/runtime";
import { kinds } from "./kinds.ts";

/** An object of a backup. */
export interface Dumped {
  readonly kind: ResourceKind;
  readonly object: KubernetesObject;
}

/** Objects that a server creates in every namespace. */
const ofTheServer: readonly string[] = ["kube-root-ca.crt"];

/** All objects of a namespace, unchanged. */
export async function objectsIn(client: Client, namespace: string): Promise<Dumped[]> {
  const lists = kinds.map(async (kind) => {
    const { items } = await client.list(kind, { namespace });
    return items
      .filter(({ metadata }) => !ofTheServer.includes(metadata.name))
      .map((object) => ({ kind, object: { ...object, kind: kind.kind } }));
  });
  return (await Promise.all(lists)).flat();
}

/**
 * The parts of an object that a backup keeps and Velero restores: neither status nor values that the server assigns.
 *
 * @param ownerReferences - `kept`: with the uids that the owners had. Default: without them.
 */
export function restorable(dumped: Dumped, ownerReferences: "kept" | "removed" = "removed"): Dumped {
  const object: KubernetesObject & { status?: unknown } = structuredClone(dumped.object);
  delete object.status;
  const { name, namespace = "", labels, annotations, finalizers, ownerReferences: owners } = object.metadata;
  object.metadata = {
    name,
    namespace,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(owners === undefined || ownerReferences === "removed" ? {} : { ownerReferences: owners }),
  };
  return { kind: dumped.kind, object };
}

/** Creates the objects of a backup, one after the other. */
export async function restore(client: Client, dump: readonly Dumped[]): Promise<void> {
  for (const { kind, object } of dump) await client.create(kind, object);
}

/** Removes all owner references from existing objects. */
export async function stripOwners(client: Client, objects: readonly Dumped[]): Promise<void> {
  for (const { kind, object } of objects) {
    const { namespace = "", name } = object.metadata;
    await client.patch(kind, { namespace, name }, { type: "merge", body: { metadata: { ownerReferences: null } } });
  }
}

/** The owners of objects: `Machine/m1` → `Cluster/c1`, with `(controller)` after the controller. */
export function ownersOf(objects: readonly Dumped[]): Record<string, string[]> {
  const owned = objects.map(({ object }): [string, string[]] => [
    `${object.kind}/${object.metadata.name}`,
    (object.metadata.ownerReferences ?? [])
      .map(({ kind, name, controller }) => `${kind}/${name}${controller === true ? " (controller)" : ""}`)
      .sort(),
  ]);
  return Object.fromEntries(owned.sort(([left], [right]) => left.localeCompare(right)));
}

/** Owner references whose owner is missing; the garbage collector would delete their objects. */
export function danglingIn(objects: readonly Dumped[]): string[] {
  const uids = new Set(objects.map(({ object }) => object.metadata.uid));
  return objects.flatMap(({ object }) =>
    (object.metadata.ownerReferences ?? [])
      .filter(({ uid }) => !uids.has(uid))
      .map(({ kind, name }) => `${object.kind}/${object.metadata.name} of ${kind}/${name}`),
  );
}
