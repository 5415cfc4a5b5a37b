import { Cluster, Machine, MachinePool } from "@capstan/contract";
import { isNotFound } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { poolDefinition, TestCluster } from "./scene/provider-kinds.ts";

const key = (name: string) => ({ name, namespace });

async function createPool(world: PlayedProviders, name: string, clusterName: string): Promise<void> {
  const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachinePool", name };
  const template = { spec: { clusterName, bootstrap: { dataSecretName: "" }, infrastructureRef } };
  const spec = { clusterName, replicas: 2, template };
  await world.client.create(MachinePool, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: { name, namespace, finalizers: ["machinepool.cluster.x-k8s.io"] },
    spec,
  });
}

async function isGone(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => false,
    (error: unknown) => {
      if (isNotFound(error)) return true;
      throw error;
    },
  );
}

async function deletingCondition(world: PlayedProviders): Promise<object | undefined> {
  const { status } = await world.client.get(Cluster, key("c1"));
  return status?.conditions?.find(({ type }) => type === "Deleting");
}

describe("MachinePools, whose machines another controller creates", () => {
  test("are deleted with their Cluster, before its infrastructure; those of other Clusters stay", async () => {
    await using world = await PlayedProviders.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.settled();
    // given a kind that is installed later, and a pool with a finalizer of its controller
    await world.install([poolDefinition()]);
    await createPool(world, "p1", "c1");
    await createPool(world, "p2", "c2");
    await world.clock.advance({ seconds: 2 });
    const { status } = await world.client.get(Cluster, key("c1"));
    expect(status?.workers).toEqual({ desiredReplicas: 2 });

    // when the Cluster is deleted
    await world.client.delete(Cluster, key("c1"));
    await world.clock.advance({ seconds: 2 });
    expect((await world.client.get(MachinePool, key("p1"))).metadata.deletionTimestamp).toBeDefined();
    expect((await world.client.get(MachinePool, key("p2"))).metadata.deletionTimestamp).toBeUndefined();
    expect((await world.client.get(TestCluster, key("c1"))).metadata.deletionTimestamp).toBeUndefined();
    expect(await deletingCondition(world)).toMatchObject({
      reason: "WaitingForWorkersDeletion",
      message: "* MachinePools: p1",
    });

    // then the deletion continues when the pool is removed
    await world.release(MachinePool, "p1");
    await world.clock.advance({ seconds: 2 });
    expect(await isGone(world.client.get(TestCluster, key("c1")))).toBe(true);
    expect(await isGone(world.client.get(Cluster, key("c1")))).toBe(true);
  });
});

describe("a paused object", () => {
  test("still has its finalizer and leaves nothing behind when it is deleted", async () => {
    await using world = await PlayedProviders.start();
    await world.createCluster();
    await world.createMachine("m1");
    const annotations = { "cluster.x-k8s.io/paused": "" };
    await world.client.create(Machine, {
      ...(await world.machine("m1")),
      metadata: { name: "m2", namespace, annotations },
    });
    await world.settled();
    const { metadata, status } = await world.machine("m2");
    expect(metadata.finalizers).toEqual(["machine.cluster.x-k8s.io"]);
    expect(metadata.ownerReferences).toBeUndefined();
    expect(status?.conditions?.map(({ type }) => type)).toEqual(["Paused"]);

    await world.client.create(Cluster, {
      ...(await world.client.get(Cluster, key("c1"))),
      metadata: { name: "c2", namespace, annotations },
    });
    await world.settled();
    expect((await world.client.get(Cluster, key("c2"))).metadata.finalizers).toEqual(["cluster.cluster.x-k8s.io"]);
  });
});
