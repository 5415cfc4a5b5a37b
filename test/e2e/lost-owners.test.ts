// Owner references that a tool or a restore has removed are restored at once, in whatever order they were removed.
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Machine, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Secret } from "@capstan/runtime";
import {
  clusterObjects,
  machineObjects,
  ManagementCluster,
  type Scene,
  sceneKinds,
  servers,
} from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const providerKinds = [Machine, KubeadmConfig.kind, MockMachine.kind, MockCluster.kind];

const orders: readonly (readonly [string, readonly ResourceKind[]])[] = [
  ["the Secrets last", [...providerKinds, Secret]],
  ["the Secrets last, the Machines just before them", [...providerKinds.toReversed(), Secret]],
  ["the Secrets first", [Secret, ...providerKinds]],
  ["the Secrets alone", [Secret]],
];

/** The owners of all objects, by kind and name. */
async function owners(scene: Scene): Promise<Record<string, string[]>> {
  const entries = sceneKinds.map(async (kind) => {
    const { items } = await scene.client.list(kind, { namespace: scene.namespace });
    return items.map(({ metadata }): [string, string[]] => [
      `${kind.kind}/${metadata.name}`,
      (metadata.ownerReferences ?? [])
        .map((owner) => `${owner.kind}/${owner.name}/${owner.controller === true}`)
        .sort(),
    ]);
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

async function disown(scene: Scene, kind: ResourceKind): Promise<void> {
  const { items } = await scene.client.list(kind, { namespace: scene.namespace });
  for (const { metadata } of items) {
    const body = { metadata: { ownerReferences: null } };
    await scene.client.patch(kind, scene.key(metadata.name), { type: "merge", body });
  }
}

describe.each(servers)("all owner references are removed, on the %s server", (server) => {
  let management: ManagementCluster;
  let scene: Scene;
  let before: Record<string, string[]>;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
    scene = await management.scene();
    await scene.create(
      ...clusterObjects("c1"),
      ...machineObjects("control-plane", { cluster: "c1", controlPlane: true }),
      ...machineObjects("worker", { cluster: "c1" }),
    );
    await scene.running("control-plane", "worker");
    await management.settled();
    before = await owners(scene);
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await management[Symbol.asyncDispose]();
  });

  test.each(orders)("%s: all are back as soon as the managers are idle", async (_order, kinds) => {
    expect(before["Secret/worker"]).toEqual(["KubeadmConfig/worker/true"]);
    // when each kind loses its owners, after the managers have reconciled the former one
    for (const kind of kinds) {
      await disown(scene, kind);
      await management.settled();
    }
    expect(await owners(scene)).toEqual(before);
    // when they lose them all at once
    for (const kind of kinds) await disown(scene, kind);
    await management.settled();
    expect(await owners(scene)).toEqual(before);
  });
});
