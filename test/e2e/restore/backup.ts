import { Cluster, isConditionTrue, Machine, MachineSet, type ResourceKind } from "@capstan/contract";
import type { AnyObject, Scene } from "@capstan/harness/scenes";
import { expect } from "vitest";
import { identities, type LastingCloud } from "./backed-up-cluster.ts";
import { danglingIn, type Dumped, objectsIn, ownersOf } from "./dump.ts";

/** The state when a management cluster was lost. */
export interface Backup {
  readonly namespace: string;
  readonly objects: readonly Dumped[];
  readonly identities: Record<string, unknown>;
  readonly cloud: readonly string[];
}

/** Pauses the Cluster, as before every backup. */
export async function pause(scene: Scene): Promise<void> {
  await setPaused(scene, true);
  await allPaused(scene);
}

export async function takeBackup(scene: Scene, lasting: LastingCloud): Promise<Backup> {
  const { client, namespace } = scene;
  const objects = await objectsIn(client, namespace);
  return { namespace, objects, identities: identities(scene), cloud: lasting.contents() };
}

/** Ends the pause, once every object reports it: a manager that has not observed a Machine yet would create another. */
export async function resume(scene: Scene): Promise<void> {
  await allPaused(scene);
  await setPaused(scene, false);
}

/** Expects that the present objects equal the backup; owners may still be missing for a while. */
export async function expectAsBackedUp(scene: Scene, backup: Backup, lasting: LastingCloud): Promise<void> {
  expect(identities(scene)).toEqual(backup.identities);
  expect(lasting.contents()).toEqual(backup.cloud);
  await expectOwners(scene, ownersOf(backup.objects));
  expect(deletionsIn(scene)).toEqual([]);
}

/** Expects that objects have, or soon have, these owners, all of which exist. */
export async function expectOwners(scene: Scene, owners: Record<string, string[]>): Promise<void> {
  const present = () => objectsIn(scene.client, scene.namespace);
  await expect.poll(async () => ownersOf(await present())).toEqual(owners);
  expect(danglingIn(await present())).toEqual([]);
}

/** The deleted objects, and those being deleted. */
export function deletionsIn(scene: Scene): string[] {
  const all = scene.history.filter(({ type, object }) => type === "deleted" || isBeingDeleted(object));
  return [...new Set(all.map(({ kind, name }) => `${kind}/${name}`))].sort();
}

async function setPaused(scene: Scene, paused: boolean): Promise<void> {
  await scene.client.patch(Cluster, scene.key("c1"), { type: "merge", body: { spec: { paused } } });
}

async function allPaused(scene: Scene): Promise<void> {
  const kinds = [Cluster, MachineSet, Machine];
  await scene.until("all objects paused", () => kinds.every((kind) => arePaused(scene, kind)));
}

function arePaused(scene: Scene, kind: ResourceKind): boolean {
  const objects = scene.list<AnyObject>(kind);
  return objects.length > 0 && objects.every((object) => isConditionTrue(object, "Paused"));
}

function isBeingDeleted({ metadata }: Dumped["object"]): boolean {
  return metadata.deletionTimestamp !== undefined;
}
