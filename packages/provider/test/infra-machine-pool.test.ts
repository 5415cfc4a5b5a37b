import { annotations, Cluster, MachinePool } from "@capstan/contract";
import {
  ContractViolation,
  type InfraMachinePoolOutcome,
  managerRules,
  outcome,
  type ProviderController,
} from "@capstan/provider";
import { installCRDs, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { HelloGroups, HelloPool, HelloPoolReconciler, HumblePool } from "./hello-pool.ts";
import { createPool, ownedBy, type PoolOptions } from "@capstan/harness/scenes";
import { type ExpectedError, machinePoolCRD } from "@capstan/testkit";
import { ProviderScene } from "./provider-scene.ts";

const noConfig = { group: "bootstrap.cluster.x-k8s.io", kind: "NoConfig" };
const byAutoscaler = { [annotations.replicasManagedBy]: "external-autoscaler" };

interface Scene {
  readonly expectedErrors?: readonly ExpectedError[];
  readonly pool?: PoolOptions;
  readonly provisioned?: boolean;
  /** Default: the Secret p1-data in the pool exists. */
  readonly data?: boolean;
  readonly holdStatus?: boolean;
}

/** A MachinePool with all prerequisites of its InfraMachinePool. */
async function start(
  cloud: HelloGroups,
  { pool = {}, provisioned = true, data = true, holdStatus = false, expectedErrors = [] }: Scene = {},
  reconciler: ProviderController = new HelloPoolReconciler(cloud),
) {
  const world = await ProviderScene.start([reconciler], { crds: [machinePoolCRD], holdStatus, expectedErrors });
  await world.createCluster({ provisioned });
  if (data) await world.createDataSecret("p1-data", "#cloud-config");
  await createOwned(world, reconciler, { dataSecretName: "p1-data", ...pool });
  await world.settled();
  return world;
}

async function createOwned(world: ProviderScene, { definition }: ProviderController, pool: PoolOptions) {
  const owner = await createPool(world.client, "p1", noConfig, { infrastructure: definition.kind, ...pool });
  await world.createOwned(definition, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(owner)] } });
}

const theObject = (world: ProviderScene) => world.get(HelloPool, "p1");
const scalePool = (world: ProviderScene, replicas: number) => world.patch(MachinePool, "p1", { spec: { replicas } });
const machinePool = (world: ProviderScene) => world.client.get(MachinePool, { namespace: "default", name: "p1" });
const seconds = (world: ProviderScene, count: number) => world.clock.advance({ seconds: count });

describe("an InfraMachinePool", () => {
  test("is not reconciled without an existing MachinePool as owner", async () => {
    const cloud = new HelloGroups();
    await using world = await ProviderScene.start([new HelloPoolReconciler(cloud)], { crds: [machinePoolCRD] });
    await world.createCluster();
    await world.createOwned(HelloPool, undefined, { metadata: { name: "orphan" } });
    const owner = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachinePool", name: "gone", uid: "1" };
    await world.createOwned(HelloPool, undefined, { metadata: { name: "p2", ownerReferences: [owner] } });
    await world.settled();

    expect(world.writes()).toEqual([]);
    expect(cloud.calls).toEqual([]);
  });

  test("waits for cluster infrastructure and bootstrap data, and is provisioned with two writes (MP-002 to MP-004)", async () => {
    // given a MachinePool whose Cluster is not provisioned, and whose bootstrap data is still missing
    const cloud = new HelloGroups();
    await using world = await start(cloud, {
      provisioned: false,
      data: false,
      holdStatus: true,
      pool: { replicas: 3 },
    });
    await world.reachAge(10);
    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({
      reason: "WaitingForClusterInfrastructureReady",
    });

    // when both exist
    await world.provisionCluster();
    await world.settled();
    expect(cloud.calls).toEqual([]);
    await world.createDataSecret("p1-data", "#cloud-config");
    await world.settled();

    // then it has the desired number of machines, and both flags
    expect(new Set(cloud.data)).toEqual(new Set(["#cloud-config"]));
    expect(await theObject(world)).toMatchObject({
      metadata: { finalizers: ["infrastructure.cluster.x-k8s.io/hellopool"] },
      spec: { providerID: "hello://p1", providerIDList: ["hello://p1/1", "hello://p1/2", "hello://p1/3"] },
      status: { ready: true, initialization: { provisioned: true }, replicas: 3 },
    });
    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({ status: "True" });
    expect(world.writes()).toEqual([
      "patch hellopools/p1",
      "patch hellopools/p1 status",
      "patch hellopools/p1",
      "patch hellopools/p1 status",
    ]);
  });

  test("waits for the name of the bootstrap data, and reports which object must provide it", async () => {
    const cloud = new HelloGroups();
    await using world = await ProviderScene.start([new HelloPoolReconciler(cloud)], { crds: [machinePoolCRD] });
    await world.createCluster();
    await createOwned(world, new HelloPoolReconciler(cloud), {});
    await world.settled();
    await seconds(world, 60);

    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({
      reason: "WaitingForBootstrapData",
      message: "Waiting for the bootstrap provider to set MachinePool spec.template.spec.bootstrap.dataSecretName",
    });
    expect(cloud.calls).toEqual([]);
  });

  test("needs no bootstrap data if the MachinePool has an empty name for it", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { dataSecretName: "" } });

    expect(new Set(cloud.data)).toEqual(new Set([undefined]));
    expect(await theObject(world)).toMatchObject({ status: { ready: true, replicas: 1 } });
  });

  test("scales with the MachinePool, and its list has exactly the existing machines (MP-003)", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 3 } });

    await scalePool(world, 1);
    await world.settled();

    expect(await theObject(world)).toMatchObject({
      spec: { providerIDList: cloud.groups.get("p1") },
      status: { replicas: 1 },
    });
    expect((await theObject(world)).spec.providerIDList).toHaveLength(1);
  });

  test("is neither written for a list in another order nor reconciled for core's copy of it", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 3 } });
    const { providerIDList = [] } = (await theObject(world)).spec;
    const [writes, calls] = [world.writes(), cloud.calls.length];

    await world.patch(MachinePool, "p1", { spec: { providerIDList: [...providerIDList] } });
    await world.settled();
    expect(cloud.calls).toHaveLength(calls);
    cloud.groups.get("p1")?.reverse();
    await seconds(world, 30);

    expect(cloud.calls).toHaveLength(calls + 1);
    expect(world.writes()).toEqual(writes);
  });

  test("keeps its flags and updates its list while it is pending (MP-002)", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 2 } });

    cloud.answer = () => outcome.pending("GroupReplaced", { providerIDList: ["hello://p1/2"] });
    await seconds(world, 30);

    expect(await theObject(world)).toMatchObject({
      spec: { providerIDList: ["hello://p1/2"] },
      status: { ready: true, initialization: { provisioned: true }, replicas: 1 },
    });
    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({ status: "False", reason: "GroupReplaced" });
  });

  test("keeps its list while it is pending and its author returns none", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 2 } });
    const { spec } = await theObject(world);

    cloud.answer = () => outcome.pending("GroupReplaced", { providerIDList: undefined, retryAfterMs: undefined });
    await seconds(world, 30);

    expect(await theObject(world)).toMatchObject({ spec, status: { replicas: 2 } });
    expect(spec.providerIDList).toHaveLength(2);
    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({ status: "False", reason: "GroupReplaced" });
  });

  test("gets new bootstrap data for later machines, and does not wait for a deleted Secret", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud);
    cloud.data.length = 0;

    await world.patch(Secret, "p1-data", { data: { value: Buffer.from("new").toString("base64") } });
    await world.settled();
    await world.patch(Secret, "p1-data", { metadata: { annotations: { touched: "1" } } });
    await world.settled();
    expect(cloud.data).toEqual(["new"]);

    await world.client.delete(Secret, { namespace: "default", name: "p1-data" });
    await seconds(world, 30);
    expect(cloud.data).toEqual(["new", undefined]);
  });

  test("gets its bootstrap data from a Secret without a label, also for later machines, with one GET a minute", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { data: false });
    await world.createDataSecret("p1-data", "#!/bin/sh", { labeled: false });
    await seconds(world, 10);
    const gets = world.gets();

    await scalePool(world, 3);
    await world.settled();
    expect(cloud.data.at(-1)).toBe("#!/bin/sh");
    expect(world.gets()).toBe(gets);

    await world.patch(Secret, "p1-data", { data: { value: Buffer.from("new").toString("base64") } });
    await seconds(world, 90);
    expect(cloud.data.at(-1)).toBe("new");
  });

  test("is reported to its author as needing data that is missing, in contrast to a pool that needs none", async () => {
    const [cloud, other] = [new HelloGroups(), new HelloGroups()];
    await using world = await start(cloud);
    await world.client.delete(Secret, { namespace: "default", name: "p1-data" });
    await seconds(world, 30);
    expect(cloud.needs).toEqual(cloud.data.map(() => true));
    expect(cloud.data.at(-1)).toBeUndefined();

    await using without = await start(other, { pool: { dataSecretName: "" } });
    await seconds(without, 30);
    expect(new Set(other.needs)).toEqual(new Set([false]));
  });

  test("gets its status back after a restore, with the same machines (BC-020)", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 2 } });
    const before = await theObject(world);

    await world.patchStatus(HelloPool.kind, "p1", null);
    await world.settled();

    expect(await theObject(world)).toMatchObject({ spec: before.spec, status: { ready: true, replicas: 2 } });
    expect(cloud.groups.get("p1")).toHaveLength(2);
  });

  test("is not reconciled while its Cluster is paused, also during deletion, and continues after the pause", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud);
    const calls = cloud.calls.length;
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();

    await scalePool(world, 5);
    await world.delete(HelloPool, "p1");
    await seconds(world, 60);
    expect(cloud.calls).toHaveLength(calls);
    expect(await world.condition(HelloPool, "Paused", "p1")).toMatchObject({ status: "True" });

    await world.patch(Cluster, "c1", { spec: { paused: false } });
    await world.settled();
    expect(await world.exists(HelloPool, "p1")).toBe(false);
  });

  test("stays until its machines are deleted, also without its MachinePool", async () => {
    const cloud = new HelloGroups();
    cloud.isSlowToRemove = true;
    await using world = await start(cloud);
    await world.client.delete(MachinePool, { namespace: "default", name: "p1" });
    await world.delete(HelloPool, "p1");
    await world.settled();
    expect(await world.condition(HelloPool, "Ready", "p1")).toMatchObject({ reason: "Deleting" });

    cloud.isSlowToRemove = false;
    await seconds(world, 10);

    expect(await world.exists(HelloPool, "p1")).toBe(false);
    expect(cloud.groups.size).toBe(0);
  });

  test("is reconciled once MachinePools are installed", async () => {
    const cloud = new HelloGroups();
    const reconciler = new HelloPoolReconciler(cloud);
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createDataSecret("p1-data", "#cloud-config");
    await installCRDs(world.client, [machinePoolCRD]);
    await createOwned(world, reconciler, { dataSecretName: "p1-data" });

    await expect.poll(() => world.condition(HelloPool, "Ready", "p1")).toMatchObject({ status: "True" });
  });
});

describe("an InfraMachinePool whose MachinePool has the annotation replicas-managed-by (MP-010)", () => {
  test("is not scaled, and sets the replicas of the MachinePool with one write", async () => {
    const cloud = new HelloGroups();
    await using world = await start(cloud, { pool: { replicas: 2, annotations: byAutoscaler } });
    expect(world.writes()).not.toContain("patch machinepools/p1");

    cloud.groups.get("p1")?.push("hello://p1/scaled");
    await seconds(world, 30);
    expect((await machinePool(world)).spec.replicas).toBe(3);
    expect(await theObject(world)).toMatchObject({ status: { replicas: 3 } });

    await scalePool(world, 7);
    await world.settled();
    expect((await machinePool(world)).spec.replicas).toBe(3);
    expect(cloud.groups.get("p1")).toHaveLength(3);
    expect(world.writes().filter((write) => write === "patch machinepools/p1")).toHaveLength(2);
  });

  test("sets the decided replicas of the MachinePool before the machines exist", async () => {
    const cloud = new HelloGroups();
    cloud.desired = 4;
    await using world = await start(cloud, { pool: { replicas: 2, annotations: byAutoscaler } });

    expect((await machinePool(world)).spec.replicas).toBe(4);
    expect(await theObject(world)).toMatchObject({ status: { replicas: 2 } });
  });

  test.each([
    ["the annotation says false", { [annotations.replicasManagedBy]: "false" }],
    ["there is no annotation", {}],
  ])("writes no MachinePool when %s", async (_case, given) => {
    const cloud = new HelloGroups();
    cloud.desired = 4;
    await using world = await start(cloud, { pool: { replicas: 2, annotations: given } });

    expect((await machinePool(world)).spec.replicas).toBe(2);
    expect(new Set(cloud.calls)).toEqual(new Set(["scale p1 to 2"]));
  });

  test("writes no MachinePool if its kind is defined without managesReplicas", async () => {
    class HumbleReconciler extends HelloPoolReconciler {
      override readonly definition = HumblePool;
    }
    const cloud = new HelloGroups();
    cloud.desired = 4;
    const reconciler = new HumbleReconciler(cloud);
    await using world = await start(cloud, { pool: { replicas: 2, annotations: byAutoscaler } }, reconciler);

    expect((await machinePool(world)).spec.replicas).toBe(2);
    expect(cloud.groups.get("p1")).toHaveLength(2);
  });

  test("has permission to patch MachinePools only with managesReplicas", () => {
    const rights = (definition: typeof HelloPool) =>
      managerRules([definition]).filter(({ resources }) => resources.includes("machinepools"));
    const reading = { resources: ["clusters", "clusters/status", "machinepools", "machinepools/status"] };
    expect(rights(HumblePool)).toMatchObject([{ ...reading, verbs: ["get", "list", "watch"] }]);
    expect(rights(HelloPool)).toMatchObject([reading, { resources: ["machinepools"], verbs: ["patch"] }]);
  });
});

describe("a pool outcome that violates the contract is not written", () => {
  const ids = ["hello://1", "hello://2"];

  test.each([
    ["MP-003", "without a list", { type: "poolProvisioned" }],
    ["MP-003", "with an empty id", { type: "poolProvisioned", providerIDList: [""] }],
    ["MP-003", "with one id twice", { type: "poolProvisioned", providerIDList: [...ids, ...ids] }],
    ["MP-003", "with replicas and no ids", { type: "poolProvisioned", providerIDList: [], replicas: 2 }],
    ["MP-003", "that is pending, with a string for a list", { type: "pending", reason: "No", providerIDList: "a" }],
    ["MP-004", "with half a machine", { type: "poolProvisioned", providerIDList: ids, replicas: 1.5 }],
    [
      "MP-005",
      "with a kind without a name",
      { type: "poolProvisioned", providerIDList: ids, infrastructureMachineKind: "" },
    ],
    ["MP-006", "with an empty providerID", { type: "poolProvisioned", providerIDList: ids, providerID: "" }],
    ["MP-010", "with fewer than no machines", { type: "poolProvisioned", providerIDList: ids, desiredReplicas: -1 }],
    [
      "MP-008",
      "with the fields of v1beta1",
      { type: "poolProvisioned", providerIDList: ids, status: { failureReason: "x" } },
    ],
    ["outcome", "of another role", { type: "provisioned", providerID: "hello://1" }],
  ])("%s: one %s", async (rule, _title, answer) => {
    const cloud = new HelloGroups();
    cloud.answer = () => answer as InfraMachinePoolOutcome;
    await using world = await start(cloud, { expectedErrors: [ContractViolation] });

    const condition = await world.condition(HelloPool, "Ready", "p1");
    expect(condition).toMatchObject({ status: "False", reason: "ContractViolation" });
    expect(JSON.stringify(condition)).toContain(rule === "outcome" ? "outcome" : rule);
    expect((await theObject(world)).spec.providerIDList).toBeUndefined();
  });
});
