import { Cluster, Machine } from "@capstan/contract";
import { ContractViolation } from "@capstan/provider";
import { Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { HelloCloud, HelloMachine, HelloMachineReconciler } from "./hello-machine.ts";
import { ProviderScene } from "./provider-scene.ts";

const finalizer = "infrastructure.cluster.x-k8s.io/hellomachine";

async function start(cloud = new HelloCloud(), options: { readonly holdStatus?: boolean } = {}) {
  return ProviderScene.start([new HelloMachineReconciler(cloud)], options);
}

/** A Machine with all prerequisites of an InfraMachine. */
async function createReadyMachine(world: ProviderScene): Promise<void> {
  await world.createCluster();
  await world.createDataSecret("m1", "#cloud-config");
  const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1" });
  await world.createOwned(HelloMachine, machine);
  await world.settled();
}

describe("an InfraMachine", () => {
  test("is not reconciled without a Machine owner (IB-001)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);

    await world.createCluster();
    await world.createOwned(HelloMachine, undefined);
    await world.settled();

    expect(world.writes()).toEqual([]);
    expect(cloud.calls).toEqual([]);
  });

  test("waits for cluster infrastructure and bootstrap data with one status, and is provisioned with two writes", async () => {
    // given a Machine whose Cluster is not provisioned
    const cloud = new HelloCloud();
    await using world = await start(cloud, { holdStatus: true });
    await world.createCluster({ provisioned: false });
    const machine = await world.createMachine({ infrastructure: HelloMachine });
    await world.createOwned(HelloMachine, machine);
    await world.reachAge(10);
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({
      status: "False",
      reason: "WaitingForClusterInfrastructureReady",
    });

    // when first the infrastructure and then the bootstrap data exist
    await world.provisionCluster();
    await world.settled();
    expect(cloud.calls).toEqual([]);
    await world.createDataSecret("m1", "#cloud-config");
    await world.patch(Machine, "m1", { spec: { bootstrap: { dataSecretName: "m1" } } });
    await world.settled();

    // then all its values are reported with four writes
    expect(await world.get(HelloMachine)).toMatchObject({
      metadata: { finalizers: [finalizer] },
      spec: { size: "small", providerID: "hello://1" },
      status: {
        serverName: "m1",
        addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
        failureDomain: "fd-1",
        initialization: { provisioned: true },
      },
    });
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True", observedGeneration: 2 });
    expect(cloud.servers.get("m1")).toEqual({ data: "#cloud-config" });
    expect(world.writes()).toEqual([
      "patch hellomachines/m1",
      "patch hellomachines/m1 status",
      "patch hellomachines/m1",
      "patch hellomachines/m1 status",
    ]);
    expect(world.gets()).toBe(0);
  });

  test("reports no wait of less than ten seconds", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud, { holdStatus: true });
    await world.createCluster({ provisioned: false });
    const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1" });
    await world.createDataSecret("m1", "#cloud-config");
    await world.createOwned(HelloMachine, machine);
    await world.settled();
    expect(world.writes()).toEqual(["patch hellomachines/m1"]);

    await world.provisionCluster();
    await world.settled();

    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True" });
    expect(world.writes().slice(1)).toEqual(["patch hellomachines/m1", "patch hellomachines/m1 status"]);
  });

  test("reports the cause of a long wait", async () => {
    await using world = await start(new HelloCloud(), { holdStatus: true });
    await world.createCluster({ provisioned: false });
    const machine = await world.createMachine({ infrastructure: HelloMachine });
    await world.createOwned(HelloMachine, machine);
    await world.settled();
    await world.provisionCluster();

    // A real server stamps objects with its own clock, which is some seconds ahead of the stopped one.
    await world.clock.advance({ minutes: 1 });

    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ reason: "WaitingForBootstrapData" });
  });

  test("that has not changed causes no write (BH-008)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);
    const before = world.writes().length;
    const calls = cloud.calls.length;

    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(cloud.calls.length).toBeGreaterThan(calls);
    expect(world.writes()).toHaveLength(before);
    expect(world.gets()).toBe(0);
  });

  test("that is pending is reconciled again at the author's time", async () => {
    const cloud = new HelloCloud();
    cloud.state = "starting";
    await using world = await start(cloud);
    await createReadyMachine(world);
    expect(await world.condition(HelloMachine, "InstanceProvisioned")).toMatchObject({ reason: "ServerStarting" });

    cloud.state = "running";
    await world.clock.advance({ seconds: 5 });

    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True" });
  });

  test("keeps its flag when the machine is lost, and reports the loss in Ready (IM-015)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);

    cloud.state = "lost";
    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(await world.get(HelloMachine)).toMatchObject({ status: { initialization: { provisioned: true } } });
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "False", reason: "ServerLost" });
  });

  test("never gets another providerID: the whole outcome is refused", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);

    world.expectError(ContractViolation);
    cloud.providerID = "hello://2";
    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(await world.get(HelloMachine)).toMatchObject({ spec: { providerID: "hello://1" } });
    const ready = await world.condition(HelloMachine, "Ready");
    expect(ready).toMatchObject({ status: "False", reason: "ContractViolation" });
    expect(JSON.stringify(ready)).toContain("spec.providerID");
  });

  test("shows the error of its author without the bootstrap data", async () => {
    const cloud = new HelloCloud();
    cloud.error = new Error("quota exceeded while sending #cloud-config");
    await using world = await start(cloud);
    world.expectError("quota exceeded");

    await createReadyMachine(world);

    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({
      status: "False",
      reason: "ReconcileError",
      message: "quota exceeded while sending [secret]",
    });
  });

  test("gets no bootstrap data if the Machine needs none (IB-006)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await world.createCluster();
    const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "" });
    await world.createOwned(HelloMachine, machine);
    await world.settled();

    expect(cloud.servers.get("m1")).toEqual({ data: undefined });
  });

  test("reads a data Secret without a label", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await world.createCluster();
    await world.createDataSecret("mine", "#!/bin/sh", { labeled: false });
    const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "mine" });
    await world.createOwned(HelloMachine, machine);
    await world.settled();

    expect(cloud.servers.get("m1")).toEqual({ data: "#!/bin/sh" });
    expect(world.gets()).toBe(1);
  });

  test("looks for a data Secret that is gone once a minute, however often it is reconciled", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);
    await world.client.delete(Secret, world.key("m1"));
    await world.settled();
    const [calls, gets] = [cloud.calls.length, world.gets()];

    for (const round of ["1", "2", "3"]) {
      await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { round } } });
      await world.settled();
    }
    expect(cloud.calls).toHaveLength(calls + 3);
    expect(world.gets()).toBe(gets + 1);

    await world.clock.advance({ seconds: 61 });
    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { round: "4" } } });
    await world.settled();
    expect(world.gets()).toBe(gets + 2);
  });

  test("is not reconciled while paused, and continues after the pause (BC-021)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await world.createCluster();
    await world.createDataSecret("m1", "#cloud-config");
    const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1" });
    await world.createOwned(HelloMachine, machine, {
      metadata: { annotations: { "cluster.x-k8s.io/paused": "false" } },
    });
    await world.settled();
    expect(cloud.calls).toEqual([]);
    expect(world.writes()).toEqual(["patch hellomachines/m1 status"]);
    expect(await world.condition(HelloMachine, "Paused")).toMatchObject({ status: "True" });

    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } });
    await world.settled();

    expect(await world.condition(HelloMachine, "Paused")).toMatchObject({ status: "False" });
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True" });
  });

  test("stays until its machine is deleted (IB-010)", async () => {
    const cloud = new HelloCloud();
    cloud.slowToRemove = true;
    await using world = await start(cloud);
    await createReadyMachine(world);

    await world.delete(HelloMachine);
    await world.settled();
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "False", reason: "Deleting" });
    expect(await world.condition(HelloMachine, "InstanceProvisioned")).toMatchObject({ reason: "ServerStopping" });

    cloud.slowToRemove = false;
    await world.clock.advance({ seconds: 1 });
    expect(await world.exists(HelloMachine)).toBe(false);
    expect(cloud.servers.size).toBe(0);
  });

  test("is deleted while it waits for any prerequisite (IB-012)", async () => {
    await using world = await start();
    await world.createCluster({ provisioned: false });
    const machine = await world.createMachine({ infrastructure: HelloMachine });
    await world.createOwned(HelloMachine, machine);
    await world.settled();

    await world.delete(HelloMachine);
    await world.settled();

    expect(await world.exists(HelloMachine)).toBe(false);
  });

  test("that lost its owner loses its finalizer without a call to the author (IB-011)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await world.createCluster();
    await world.createOwned(HelloMachine, undefined, { metadata: { finalizers: [finalizer] } });
    await world.settled();

    await world.delete(HelloMachine);
    await world.settled();

    expect(await world.exists(HelloMachine)).toBe(false);
    expect(cloud.calls).toEqual([]);
  });

  test("of a paused Cluster is not deleted, even without its Machine", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.deleteOnly(Machine, "m1");
    await world.delete(HelloMachine);
    await world.settled();

    expect(cloud.servers.size).toBe(1);
    expect(await world.exists(HelloMachine)).toBe(true);
  });

  test("gets its status back after a restore, without a second server (BC-020)", async () => {
    const cloud = new HelloCloud();
    await using world = await start(cloud);
    await createReadyMachine(world);
    const before = await world.get(HelloMachine);

    await world.patchStatus(HelloMachine.kind, "m1", null);
    await world.settled();

    const { initialization, addresses } = (await world.get(HelloMachine)).status ?? {};
    expect({ initialization, addresses }).toEqual({
      initialization: before.status?.initialization,
      addresses: before.status?.addresses,
    });
    expect(cloud.servers.size).toBe(1);
  });

  test("with another watch filter is not reconciled for any change of its Machine and Cluster, which need no label", async () => {
    const cloud = new HelloCloud();
    await using world = await ProviderScene.start([new HelloMachineReconciler(cloud)], { watchFilter: "blue" });
    await createReadyMachine(world);
    await world.patch(Machine, "m1", { metadata: { labels: { "cluster.x-k8s.io/watch-filter": "blue" } } });
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    await world.patch(Cluster, "c1", { spec: { paused: false } });
    await world.patch(Machine, "m1", { metadata: { labels: { "cluster.x-k8s.io/watch-filter": null } } });
    await world.settled();
    expect(world.writes()).toEqual([]);

    await world.patch(HelloMachine.kind, "m1", { metadata: { labels: { "cluster.x-k8s.io/watch-filter": "blue" } } });
    await world.settled();

    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True" });
  });
});
