import { annotations, Cluster, labels, Machine, MachinePool, ownerOfKind, type ResourceKind } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GroupMachine } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine.ts";
import { GroupMachinePool } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import { isEmpty } from "../clusterctl/moved-objects.ts";
import { quiet } from "../go-core/quiet.ts";
import { expectEveryRightUsed } from "../go-core/rights.ts";
import { summarize } from "../go-core/summarize.ts";
import { JoiningClouds } from "./joining-clouds.ts";
import { PoolProviders } from "./pool-providers.ts";
import { PoolScene, watchedKinds } from "./pool-scene.ts";

describe.runIf(goCoreAvailable)("MachinePool Machines of the example pool provider under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let clouds: JoiningClouds;
  let providers: PoolProviders;
  beforeAll(async () => {
    clouds = closing.use(await JoiningClouds.start());
    management = closing.use(await GoManagementCluster.start({ withBodies: true }));
    providers = closing.use(await PoolProviders.start(management));
  });
  afterAll(() => closing.disposeAsync());

  test("are created, replaced, scaled by the cloud's autoscaler, deleted individually and with their pool", async () => {
    await using scene = await management.scene(watchedKinds);
    const world = new PoolScene(scene, clouds, providers);
    const { group } = world;

    // given a pool of three
    await world.apply(3);
    await world.reached("three Machines Running", () => world.isOf(3));
    expect(world.cluster.status?.initialization).toMatchObject({ controlPlaneInitialized: true });
    expect(scene.find(GroupMachinePool.kind, "workers")?.status).toMatchObject({
      infrastructureMachineKind: "GroupMachine",
    });
    expectMachinesOfPool(world);

    // when one is deleted, then its Node is deleted, and another machine replaces it
    const node = await world.deleteOneMachine();
    await world.reached("another one", () => !nodesOf(world).includes(node) && world.isOf(3));
    expect(await world.nodeNames()).toEqual(nodesOf(world));

    // when the MachinePool is scaled down, then it deletes Machines
    await world.patchPool({ spec: { replicas: 2 } });
    await world.reached("two Machines left", () => world.isOf(2));
    expect(clouds.groups.changes.filter((change) => change.includes("/instances/"))).toHaveLength(2);

    // when an autoscaler of the cloud scales, then the MachinePool follows, and neither overwrites the other
    await world.patchPool({ metadata: { annotations: { [annotations.replicasManagedBy]: "cloud" } } });
    clouds.groups.scale(group, 4);
    await world.reached("four Machines", () => world.isOf(4));
    clouds.groups.scale(group, 3);
    await world.reached("three Machines", () => world.isOf(3));
    await world.patchPool({ spec: { replicas: 1 } });
    await world.reached("the user's wish taken back", () => world.isOf(3) && wishes(world).includes(1));
    const changes = clouds.changes.length;
    await quiet(() => providers.writes);
    expect(world.isOf(3)).toBe(true);
    expect(clouds.changes).toHaveLength(changes);

    // and when a single Machine is deleted, then the pool shrinks
    await world.deleteOneMachine();
    await world.reached("two Machines", () => world.isOf(2));

    // then nothing remains once the MachinePool is deleted
    await scene.client.delete(MachinePool, scene.key("workers"));
    const gone: readonly ResourceKind[] = [MachinePool, GroupMachinePool.kind, Machine, GroupMachine.kind];
    await world.reached("the pool gone", () => gone.every((kind) => isEmpty(scene, kind)));
    expect(clouds.groups.groupNames).toEqual([]);
    expect(await world.nodeNames()).toEqual([]);
    await world.deleteAll();
    expect(clouds.service.ids).toEqual([]);
    expect(scene.list(Cluster)).toEqual([]);
    expect(clouds.failures).toEqual([]);
    providers.expectCleanLog();
    const unused = providers.installed.flatMap((provider) => expectEveryRightUsed(management, provider));
    summarize("Rights of the providers of pools and control planes that were not used", unused);
  });
});

/** The core has created each Machine for a GroupMachine, as a Machine of the pool. */
function expectMachinesOfPool({ scene }: PoolScene): void {
  const machines = scene.list(Machine);
  expect(machines).not.toEqual([]);
  for (const { metadata, spec } of machines) {
    expect(metadata.labels).toMatchObject({ [labels.machinePoolName]: "workers", [labels.clusterName]: "c1" });
    expect(metadata.ownerReferences).toMatchObject([{ kind: "MachinePool", name: "workers", controller: true }]);
    expect(spec.infrastructureRef).toMatchObject({ kind: "GroupMachine", name: metadata.name });
    const infrastructure = scene.find(GroupMachine.kind, metadata.name);
    expect(infrastructure && ownerOfKind(infrastructure, Machine.group, Machine.kind)?.name).toBe(metadata.name);
  }
}

function nodesOf({ scene }: PoolScene): string[] {
  return scene
    .list(Machine)
    .map(({ status }) => status?.nodeRef?.name ?? "")
    .toSorted();
}

/** The sequence of desired sizes of the MachinePool. */
function wishes({ scene }: PoolScene): unknown[] {
  return scene.history
    .filter(({ kind }) => kind === MachinePool.kind)
    .map(({ object }) => (object.spec as MachinePool["spec"]).replicas);
}
