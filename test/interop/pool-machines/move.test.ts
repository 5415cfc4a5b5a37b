import { Cluster, Machine } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { Scene } from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { GroupMachinePool } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import { Clusterctl } from "../clusterctl/clusterctl.ts";
import { isEmpty, machineIdentities } from "../clusterctl/moved-objects.ts";
import { quiet } from "../go-core/quiet.ts";
import { JoiningClouds } from "./joining-clouds.ts";
import { PoolProviders, poolReleases } from "./pool-providers.ts";
import { ownedKinds, PoolScene, watchedKinds } from "./pool-scene.ts";

/** A management cluster that clusterctl has initialized, with the managers of the installed providers. */
interface Place {
  readonly management: GoManagementCluster;
  readonly providers: PoolProviders;
  /** The path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
}

describe.runIf(goCoreAvailable)("clusterctl move of a managed control plane and a pool with its Machines", () => {
  const closing = new AsyncDisposableStack();
  let clouds: JoiningClouds;
  let clusterctl: Clusterctl;
  let source: Place;
  let target: Place;

  async function place(name: string): Promise<Place> {
    let kubeconfig = "";
    const prepare = async (server: { readonly kubeconfig: string }) => {
      kubeconfig = await clusterctl.keep(name, server.kubeconfig);
      await clusterctl.init(server, kubeconfig);
    };
    const management = closing.use(await GoManagementCluster.start({ withBodies: true, prepare }));
    const providers = closing.use(await PoolProviders.start(management, { withCRDs: false }));
    return { management, providers, kubeconfig };
  }

  beforeAll(async () => {
    clouds = closing.use(await JoiningClouds.start());
    clusterctl = closing.use(await Clusterctl.open(poolReleases));
    source = await place("source");
    target = await place("target");
  });
  afterAll(() => closing.disposeAsync());

  test("neither doubles nor loses an object; the target continues, and can delete everything", async () => {
    // given a Cluster whose pool has two Machines
    await using scene = await source.management.scene(watchedKinds);
    const before = new PoolScene(scene, clouds, source.providers);
    await before.apply(2);
    await before.reached("two Machines Running", () => before.isOf(2));
    const machines = machineIdentities(scene);
    const nodes = await before.nodeNames();
    const changes = [...clouds.changes];

    // when it moves
    await clusterctl.move(scene.namespace, source.kubeconfig, target.kubeconfig);
    await before.reached("nothing left behind", () => ownedKinds.every((kind) => isEmpty(scene, kind)));

    // then its state is unchanged, and the clouds have created and removed nothing
    await using there = await Scene.open(target.management.client, scene.namespace, watchedKinds);
    const after = new PoolScene(there, clouds, target.providers);
    await after.reached("a control plane", () => after.hasControlPlane());
    await after.reached("two Machines Running", () => after.isOf(2));
    await quiet(() => target.providers.writes);
    expect(machineIdentities(there)).toEqual(machines);
    expect(await after.nodeNames()).toEqual(nodes);
    expect(clouds.changes).toEqual(changes);
    expect(there.find(ManagedControlPlane.kind, "c1")?.status).toMatchObject({
      externalManagedControlPlane: true,
      initialization: { controlPlaneInitialized: true },
    });
    expect(there.find(GroupMachinePool.kind, "workers")?.status).toMatchObject({
      infrastructureMachineKind: "GroupMachine",
      ready: true,
    });

    // and the target continues
    const node = await after.deleteOneMachine();
    await after.reached("another one", () => there.list(Machine).every(isNotOf(node)) && after.isOf(2));
    await after.patchPool({ spec: { replicas: 3 } });
    await after.reached("three Machines Running", () => after.isOf(3));
    const body = { spec: { version: "v1.36.1" } };
    await there.client.patch(ManagedControlPlane.kind, there.key("c1"), { type: "merge", body });
    await after.reached("upgraded", () => after.cluster.status?.controlPlane?.versions?.[0]?.version === "v1.36.1");

    // and can be deleted
    await after.deleteAll();
    expect(there.list(Cluster)).toEqual([]);
    expect(clouds.groups.groupNames).toEqual([]);
    expect(clouds.service.ids).toEqual([]);
    expect(clouds.controlPlanes).toEqual([`made ${scene.namespace}.c1`, `removed ${scene.namespace}.c1`]);
    expect(clouds.failures).toEqual([]);
    for (const { providers } of [source, target]) providers.expectCleanLog();
  });
});

function isNotOf(node: string) {
  return ({ status }: Machine): boolean => status?.nodeRef?.name !== node;
}
