import { annotations, Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { goCoreAvailable, GoManagementCluster, openMockCloud, ReferenceProviders } from "@capstan/harness/go";
import {
  allRunning,
  clusterObjects,
  createControlPlane,
  createWorkers,
  ManagementCluster,
  scaleWorkers,
  type Scene,
  sceneKinds,
} from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Clusterctl } from "./clusterctl.ts";
import { isEmpty, machineIdentities, moveScene, nodeIdentities, type Place } from "./moved-objects.ts";

// The Go core retries an unreachable workload cluster only after 30 s.
const [oldVersion, newVersion] = ["v1.36.0", "v1.36.1"];
const owned = [...sceneKinds, MachineDeployment, MachineSet];

describe.runIf(goCoreAvailable)("clusterctl move between the Go core and Capstan's core", () => {
  const closing = new AsyncDisposableStack();
  let clusterctl: Clusterctl;
  let management: GoManagementCluster;
  let providers: ReferenceProviders;
  let go: Place;
  let ours: Place;

  beforeAll(async () => {
    clusterctl = closing.use(await Clusterctl.open());
    const cloud = closing.use(await openMockCloud());
    let [ofGo, ofOurs] = ["", ""];
    management = closing.use(
      await GoManagementCluster.start({
        prepare: async (server) => {
          ofGo = await clusterctl.keep("go", server.kubeconfig);
          await clusterctl.init(server, ofGo);
        },
      }),
    );
    providers = closing.use(
      await ReferenceProviders.start(management, ["bootstrap-kubeadm", "infrastructure-mock"], { cloud }),
    );
    const own = closing.use(
      await ManagementCluster.start("real", [], {
        cloud,
        prepare: async (server) => {
          ofOurs = await clusterctl.keep("ours", server.kubeconfig);
          await clusterctl.init(server, ofOurs);
        },
      }),
    );
    go = { client: management.client, kubeconfig: ofGo };
    ours = { client: own.client, kubeconfig: ofOurs };
  });
  afterAll(() => closing.disposeAsync());

  const move = (scene: Scene, from: Place, to: Place) => moveScene(clusterctl, scene, { from, to, kinds: owned });

  test("during a rollout, to Capstan and back: each core continues the rollout with the same Machines", async () => {
    // given a rollout with one of two Machines replaced: with OnDelete, the next one waits for a user, not for time
    await using scene = await management.scene(owned);
    await scene.create(...clusterObjects("c1"));
    await createControlPlane(scene, "cp", { cluster: "c1" });
    await createWorkers(scene, "md", { cluster: "c1", replicas: 2 });
    await scene.until("3 Machines Running", () => allRunning(scene, 3));
    await rollOut(scene);
    await replaceOne(scene);
    expect(workersOf(scene, oldVersion)).toHaveLength(1);
    const before = machineIdentities(scene);
    const nodes = await nodeIdentities(scene);

    // when it moves to Capstan's core
    await using there = await move(scene, go, ours);
    // then the Machines and Nodes are unchanged, and Capstan's core applies further changes
    await there.until("3 Machines Running", () => allRunning(there, 3));
    expect(machineIdentities(there)).toEqual(before);
    expect(await nodeIdentities(there)).toEqual(nodes);
    await scaleWorkers(there, "md", 4);
    await there.until("5 Machines Running", () => allRunning(there, 5));
    expect(workersOf(there, oldVersion)).toHaveLength(1);
    expect(workersOf(there, newVersion)).toHaveLength(3);
    expect(machineIdentities(there)).toEqual(expect.arrayContaining(before));
    const grown = machineIdentities(there);
    const more = await nodeIdentities(there);

    // when it moves back, paused: clusterctl does not move the status of MachineSets, and without it the Go core deletes old Machines
    await pauseRollout(there, true);
    await using back = await move(there, ours, go);
    // then the rollout completes, and the Cluster can be deleted
    await back.until("5 Machines Running", () => allRunning(back, 5));
    expect(machineIdentities(back)).toEqual(grown);
    expect(await nodeIdentities(back)).toEqual(more);
    await back.until("MachineSets counted", () => back.list(MachineSet).every(isCounted));
    await pauseRollout(back, false);
    await replaceOne(back);
    expect(workersOf(back, newVersion)).toHaveLength(4);
    expect(await nodeIdentities(back)).toHaveLength(5);
    await back.client.delete(Cluster, back.key("c1"));
    await back.until("everything gone", () => owned.every((kind) => isEmpty(back, kind)));
    for (const user of [management.core.user, ...providers.users]) expect(management.refusalsOf(user), user).toBe("");
  });
});

async function rollOut(scene: Scene): Promise<void> {
  const strategy = { type: "OnDelete", rollingUpdate: null };
  const body = { spec: { rollout: { strategy }, template: { spec: { version: newVersion } } } };
  await scene.client.patch(MachineDeployment, scene.key("md"), { type: "merge", body });
  await scene.until("2 MachineSets, 1 per version", () => scene.list(MachineSet).length === 2);
}

async function pauseRollout(scene: Scene, isPaused: boolean): Promise<void> {
  const body = { metadata: { annotations: { [annotations.paused]: isPaused ? "" : null } } };
  await scene.client.patch(MachineDeployment, scene.key("md"), { type: "merge", body });
}

function isCounted({ spec, status }: MachineSet): boolean {
  return status?.replicas === spec.replicas;
}

/** Deletes a worker of the old version, and waits until one of the new version is Running in its place. */
async function replaceOne(scene: Scene): Promise<void> {
  const count = scene.list(Machine).length;
  const [old, replaced] = [workersOf(scene, oldVersion)[0] ?? "", workersOf(scene, newVersion).length + 1];
  await scene.client.delete(Machine, scene.key(old));
  await scene.until(
    `${old} replaced`,
    () =>
      scene.find(Machine, old) === undefined &&
      workersOf(scene, newVersion).length === replaced &&
      allRunning(scene, count),
  );
}

function workersOf(scene: Scene, version: string | undefined): string[] {
  const machines = scene.list(Machine).filter(({ metadata, spec }) => {
    return metadata.name !== "cp" && spec.version === version;
  });
  return machines.map(({ metadata }) => metadata.name);
}
