import { labels } from "@capstan/contract";
import {
  BootstrapConfigReconciler,
  ContractViolation,
  defineBootstrapConfig,
  managerRules,
  outcome,
  type PoolBootstrapRefresh,
  Type,
} from "@capstan/provider";
import { installCRDs, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { createPool, joinPool, ownedBy, type PoolOptions } from "@capstan/harness/scenes";
import { type ExpectedError, machinePoolCRD } from "@capstan/testkit";
import { ShellConfig, ShellConfigReconciler } from "./shell-config.ts";
import { ProviderScene } from "./provider-scene.ts";

const PoolConfig = defineBootstrapConfig({
  kind: "PoolConfig",
  machinePools: true,
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

class PoolConfigReconciler extends BootstrapConfigReconciler<typeof PoolConfig> {
  readonly definition = PoolConfig;
  refresh: (data: string | undefined) => PoolBootstrapRefresh = () => undefined;
  readonly refreshedWith: (string | undefined)[] = [];

  reconcileBootstrap({ machine }: this["Scope"]) {
    return outcome.data(`one machine: ${machine.metadata.name}`);
  }

  override reconcilePoolBootstrap({ machinePool, cluster }: this["PoolScope"]) {
    const { version = "" } = machinePool.spec.template.spec;
    return outcome.data(`a pool: ${machinePool.metadata.name} ${version} of ${cluster.metadata.name}`);
  }

  override refreshPoolBootstrap(_scope: this["PoolScope"], data: string | undefined) {
    this.refreshedWith.push(data);
    return this.refresh(data);
  }
}

async function start(
  reconciler = new PoolConfigReconciler(),
  pool?: PoolOptions,
  expectedErrors: readonly ExpectedError[] = [],
) {
  const world = await ProviderScene.start([reconciler], { crds: [machinePoolCRD], expectedErrors });
  await world.createCluster();
  const owner = await createPool(world.client, "p1", PoolConfig.kind, pool);
  await world.createOwned(PoolConfig, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(owner)] } });
  await world.settled();
  return world;
}

async function dataOf(world: ProviderScene): Promise<string> {
  const { data } = await world.secret("p1");
  return Buffer.from(data?.value ?? "", "base64").toString();
}

describe("a bootstrap config of a MachinePool", () => {
  test("BC-024 gets its data from the pool's template and Cluster, like a Machine's config (S111)", async () => {
    await using world = await start();

    expect(await dataOf(world)).toBe("a pool: p1 v1.36.0 of c1");
    expect(await world.secret("p1")).toMatchObject({
      type: "cluster.x-k8s.io/secret",
      metadata: {
        labels: { [labels.clusterName]: "c1" },
        ownerReferences: [{ kind: "PoolConfig", name: "p1", controller: true }],
      },
    });
    expect(await world.get(PoolConfig, "p1")).toMatchObject({
      status: { dataSecretName: "p1", initialization: { dataSecretCreated: true } },
    });
    expect(world.writes()).toEqual(["create secrets", "patch poolconfigs/p1 status"]);
  });

  test("waits for the prerequisites of its Cluster, and is triggered by the Cluster", async () => {
    const reconciler = new PoolConfigReconciler();
    await using world = await ProviderScene.start([reconciler], { crds: [machinePoolCRD] });
    await world.createCluster({ provisioned: false });
    const owner = await createPool(world.client, "p1", PoolConfig.kind);
    await world.createOwned(PoolConfig, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(owner)] } });
    await world.settled();
    expect(await world.condition(PoolConfig, "Ready", "p1")).toMatchObject({
      reason: "WaitingForClusterInfrastructureReady",
    });

    await world.provisionCluster();
    await world.settled();

    expect(await world.condition(PoolConfig, "Ready", "p1")).toMatchObject({ status: "True" });
  });

  test("uses the Secret that the user set on the pool, and does not change it", async () => {
    const reconciler = new PoolConfigReconciler();
    await using world = await start(reconciler, { dataSecretName: "mine" });

    expect(await world.get(PoolConfig, "p1")).toMatchObject({ status: { dataSecretName: "mine" } });
    expect(world.writes()).toEqual(["patch poolconfigs/p1 status"]);
    expect(reconciler.refreshedWith).toEqual([]);
  });

  test("is refreshed during its whole life with its stored data, which the author may replace", async () => {
    const reconciler = new PoolConfigReconciler();
    let next = 0;
    reconciler.refresh = () => outcome.data(`better: ${++next}`, { retryAfterMs: 60_000 });
    await using world = await start(reconciler, { replicas: 1 });
    await joinPool(world.client, "p1", ["n1"]);
    await world.settled();
    const before = await dataOf(world);
    const { refreshedWith } = reconciler;
    refreshedWith.length = 0;
    await world.clock.advance({ minutes: 1 });

    expect(refreshedWith).toEqual([before]);
    expect(await dataOf(world)).toBe(`better: ${next}`);
    expect((await world.secret("p1")).metadata.ownerReferences).toMatchObject([{ kind: "PoolConfig" }]);
    // and no status is written for the refresh
    expect(world.writes().filter((write) => write.endsWith("status"))).toHaveLength(1);
  });

  test("gets its Secret back after its deletion", async () => {
    const reconciler = new PoolConfigReconciler();
    reconciler.refresh = (data) => (data === undefined ? outcome.data("again") : { retryAfterMs: 60_000 });
    await using world = await start(reconciler);
    await world.client.delete(Secret, { namespace: "default", name: "p1" });
    await world.settled();

    await world.clock.advance({ minutes: 1 });

    expect(await dataOf(world)).toBe("again");
    expect((await world.secret("p1")).metadata.labels).toMatchObject({ [labels.clusterName]: "c1" });
  });

  test("keeps its data if the refreshed data violates the contract", async () => {
    const reconciler = new PoolConfigReconciler();
    reconciler.refresh = () => ({ type: "data", data: "" });
    await using world = await start(reconciler, undefined, [ContractViolation]);

    expect(await dataOf(world)).toBe("a pool: p1 v1.36.0 of c1");
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "ContractViolation", about: "p1" }]);
  });

  test("is not reconciled by a provider without pools, nor while the pool is missing", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler(), new PoolConfigReconciler()], {
      crds: [machinePoolCRD],
    });
    await world.createCluster();
    const owner = await createPool(world.client, "p1", ShellConfig.kind);
    await world.createOwned(ShellConfig, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(owner)] } });
    const gone = { ...ownedBy(owner), name: "gone" };
    await world.createOwned(PoolConfig, undefined, { metadata: { name: "gone", ownerReferences: [gone] } });
    await world.settled();

    expect(world.writes()).toEqual([]);
  });

  test("is reconciled once MachinePools are installed; configs of Machines do not wait for that", async () => {
    await using world = await ProviderScene.start([new PoolConfigReconciler()]);
    await world.createCluster();
    await world.createOwned(PoolConfig, await world.createMachine({ bootstrap: PoolConfig }));
    await world.settled();
    expect(await world.condition(PoolConfig, "Ready")).toMatchObject({ status: "True" });

    await installCRDs(world.client, [machinePoolCRD]);
    const owner = await createPool(world.client, "p1", PoolConfig.kind);
    await world.createOwned(PoolConfig, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(owner)] } });
    await expect.poll(() => world.condition(PoolConfig, "Ready", "p1")).toMatchObject({ status: "True" });
  });
});

describe("a definition with machinePools", () => {
  test("lets the provider read MachinePools (RB-004)", () => {
    const reads = (definition: typeof PoolConfig | typeof ShellConfig) =>
      managerRules([definition]).find(({ resources }) => resources.includes("clusters"));
    expect(reads(PoolConfig)).toMatchObject({
      resources: ["clusters", "clusters/status", "machines", "machines/status", "machinepools", "machinepools/status"],
      verbs: ["get", "list", "watch"],
    });
    expect(reads(ShellConfig)?.resources).not.toContain("machinepools");
    const definition = { resourceNames: ["machinepools.cluster.x-k8s.io"], verbs: ["list", "watch"] };
    expect(managerRules([PoolConfig])).toContainEqual(expect.objectContaining(definition));
  });

  test("requires a reconciler with reconcilePoolBootstrap", async () => {
    class Halfway extends BootstrapConfigReconciler<typeof PoolConfig> {
      readonly definition = PoolConfig;

      reconcileBootstrap() {
        return outcome.data("x");
      }
    }
    await expect(ProviderScene.start([new Halfway()])).rejects.toMatchObject({ code: "DefinitionInvalid" });
  });
});

test("a Machine's config belongs to the Machine even if pools are supported", async () => {
  await using world = await ProviderScene.start([new PoolConfigReconciler()], { crds: [machinePoolCRD] });
  await world.createCluster();
  await world.createOwned(PoolConfig, await world.createMachine({ bootstrap: PoolConfig }));
  await world.settled();
  const { data } = await world.secret("m1");
  expect(Buffer.from(data?.value ?? "", "base64").toString()).toBe("one machine: m1");
});
