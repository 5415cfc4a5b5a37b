import { annotations, getCondition, Secret } from "@capstan/provider";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { afterAll, describe, expect, test } from "vitest";
import { GroupCloud } from "./fake-cloud/group-cloud.ts";
import { group, idsIn, start } from "./scene.ts";
import { GroupMachinePool } from "./src/api/group-machine-pool.ts";
import { GroupMachinePoolReconciler } from "./src/reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";
import { GroupMachineReconciler } from "./src/reconcilers/group-machine/group-machine-reconciler.ts";

describe("a GroupMachinePool", () => {
  test("is provisioned and reports its machines once they run", async () => {
    await using scene = await start({ replicas: 3 });
    const { env, cloud, machinePool } = scene;
    const starting = await machinePool.infrastructure();
    expect(getCondition(starting, "Ready")).toMatchObject({
      status: "False",
      reason: "MachinesStarting",
      message: "0 of 3 machines run",
    });
    expect(starting.status?.ready).toBeUndefined();

    await env.clock.advance({ seconds: 3 });

    expect(await machinePool.infrastructure()).toMatchObject({
      spec: { providerID: `group://${group}`, providerIDList: idsIn(cloud) },
      status: { ready: true, initialization: { provisioned: true }, replicas: 3, running: 3 },
    });
    expect(cloud.instances(group).map(({ userData }) => userData)).toEqual(Array(3).fill("#!/bin/sh\n"));
  });

  test("follows the replicas of its MachinePool, and sends the cloud no redundant requests", async () => {
    await using scene = await start({ replicas: 3 });
    const { env, cloud, machinePool } = scene;
    await env.clock.advance({ seconds: 10 });

    await machinePool.scale(1);
    await env.clock.advance({ seconds: 10 });

    expect(await machinePool.infrastructure()).toMatchObject({
      spec: { providerIDList: idsIn(cloud) },
      status: { replicas: 1, running: 1 },
    });
    expect(cloud.changes).toEqual([`PUT /groups/${group}`, `PUT /groups/${group}`]);
  });

  test("passes its replicas to the MachinePool when the cloud scales the group", async () => {
    await using scene = await start({ annotations: { [annotations.replicasManagedBy]: "cloud" } });
    const { env, cloud, machinePool } = scene;
    await env.clock.advance({ seconds: 10 });

    cloud.scale(group, 4);
    await env.clock.advance({ seconds: 5 });
    expect((await machinePool.get()).spec.replicas).toBe(4);

    await env.clock.advance({ seconds: 10 });
    expect(await machinePool.infrastructure()).toMatchObject({ status: { replicas: 4, running: 4 } });
    expect(cloud.changes).toHaveLength(1);
  });

  test("boots new machines from new bootstrap data and leaves the existing ones unchanged", async () => {
    await using scene = await start();
    const { env, cloud, machinePool } = scene;
    await env.apply(`
      apiVersion: v1
      kind: Secret
      metadata: { name: p1 }
      data: { value: ${Buffer.from("renewed").toString("base64")} }
    `);
    await env.settled();
    await machinePool.scale(2);
    await env.settled();

    expect(cloud.instances(group).map(({ userData }) => userData)).toEqual(["#!/bin/sh\n", "renewed"]);
  });

  test("creates no group in place of a lost one while its bootstrap data is missing", async () => {
    await using scene = await start();
    const { env, cloud, machinePool } = scene;
    await env.clock.advance({ seconds: 10 });
    await env.client.delete(Secret, { name: "p1", namespace: "default" });
    cloud.clear();
    await env.clock.advance({ seconds: 10 });

    expect(cloud.groupNames).toEqual([]);
    expect(getCondition(await machinePool.infrastructure(), "Ready")).toMatchObject({
      status: "False",
      reason: "WaitingForBootstrapData",
    });
  });

  test("stays until the cloud has deleted the group", async () => {
    await using scene = await start();
    const { env, cloud, machinePool } = scene;
    await machinePool.delete();
    await env.settled();
    expect(getCondition(await machinePool.infrastructure(), "Ready")).toMatchObject({ reason: "Deleting" });

    await env.clock.advance({ seconds: 5 });

    await expect(machinePool.infrastructure()).rejects.toMatchObject({ reason: "NotFound" });
    expect(cloud.groupNames).toEqual([]);
  });
});

// One cloud for the suite, whose tests run sequentially, because its address is part of the objects.
let suiteClock: { now(): number } = { now: () => 0 };
const suiteCloud = await GroupCloud.start({ clock: { now: () => suiteClock.now() } });
afterAll(() => suiteCloud[Symbol.asyncDispose]());

describeProviderContract({
  definition: GroupMachinePool,
  spec: { cloudURL: suiteCloud.url },
  reconcilers: ({ clock, outside }) => {
    suiteCloud.clear();
    suiteClock = clock;
    suiteCloud.beforeAnswer = () => {
      outside.call();
    };
    suiteCloud.onCreated = ({ id, userData }) => {
      outside.created(id, userData);
    };
    suiteCloud.onRemoved = ({ id }) => {
      outside.removed(id);
    };
    return [new GroupMachinePoolReconciler(), new GroupMachineReconciler()];
  },
});
