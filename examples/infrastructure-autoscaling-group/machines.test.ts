import { annotations, labels, Machine } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { group, idsIn, type ScenePool, start } from "./scene.ts";
import { GroupMachine, type GroupMachineObject } from "./src/api/group-machine.ts";

type Scene = Awaited<ReturnType<typeof start>>;

const namespace = "default";

async function groupMachines({ env }: Scene): Promise<readonly GroupMachineObject[]> {
  return (await env.client.list<GroupMachineObject>(GroupMachine.kind, { namespace })).items;
}

/** A pool whose machines are running and have Machines. */
async function startMachines(pool: ScenePool): Promise<Scene> {
  const scene = await start({ machines: true, ...pool });
  await scene.env.createPoolMachines(GroupMachine);
  await scene.env.settled();
  await scene.env.clock.advance({ seconds: 5 });
  return scene;
}

async function providerIDs(scene: Scene): Promise<(string | undefined)[]> {
  return (await groupMachines(scene)).map(({ spec }) => spec.providerID).toSorted();
}

describe("a GroupMachinePool whose machines are Machines", () => {
  test("reports the kind of its machines, and creates one object for each where core finds it", async () => {
    await using scene = await startMachines({ replicas: 2 });
    const pool = await scene.machinePool.infrastructure();

    expect(pool.status).toMatchObject({ infrastructureMachineKind: "GroupMachine", replicas: 2 });
    expect(await providerIDs(scene)).toEqual(idsIn(scene.cloud));
    const all = await groupMachines(scene);
    expect(all).not.toEqual([]);
    for (const { metadata, status } of all) {
      expect(metadata.labels).toMatchObject({
        [labels.machinePoolName]: "p1",
        [labels.clusterName]: scene.machinePool.cluster.name,
      });
      expect(metadata.ownerReferences).toContainEqual(
        expect.objectContaining({ kind: "GroupMachinePool", name: "p1", uid: pool.metadata.uid }),
      );
      expect(status?.initialization?.provisioned).toBe(true);
    }
  });

  test("scales down by deleting Machines, those marked for deletion first", async () => {
    await using scene = await startMachines({ replicas: 3 });
    const { env, cloud, machinePool } = scene;
    const marked = `p1-${cloud.instances(group)[1]?.id ?? ""}`;
    await env.client.patch(
      Machine,
      { name: marked, namespace },
      {
        type: "merge",
        body: { metadata: { annotations: { [annotations.deleteMachine]: "" } } },
      },
    );

    await machinePool.scale(2);
    await env.clock.advance({ seconds: 10 });

    expect((await groupMachines(scene)).map(({ metadata }) => metadata.name)).not.toContain(marked);
    expect(cloud.instances(group)).toHaveLength(2);
    expect(await providerIDs(scene)).toEqual(idsIn(cloud));
    expect((await env.client.list(Machine, { namespace })).items).toHaveLength(2);
    // The cloud never had to choose a machine.
    expect(cloud.changes.slice(1)).toEqual([`DELETE /groups/${group}/instances/${marked.replace("p1-", "")}`]);
  });

  test("replaces a deleted Machine", async () => {
    await using scene = await startMachines({ replicas: 2 });
    const { env, cloud } = scene;
    const [first] = cloud.instances(group);
    await env.client.delete(Machine, { name: `p1-${first?.id ?? ""}`, namespace });
    await env.clock.advance({ seconds: 5 });
    await env.createPoolMachines(GroupMachine);
    await env.settled();
    await env.clock.advance({ seconds: 5 });

    expect(cloud.instances(group)).toHaveLength(2);
    expect(cloud.instances(group)).not.toContainEqual(first);
    expect(await providerIDs(scene)).toEqual(idsIn(cloud));
  });

  test("shrinks together with its MachinePool on that deletion if replicas are managed externally", async () => {
    await using scene = await startMachines({ replicas: 3, annotations: { [annotations.replicasManagedBy]: "cloud" } });
    const { env, cloud, machinePool } = scene;
    await env.client.delete(Machine, { name: `p1-${cloud.instances(group)[0]?.id ?? ""}`, namespace });
    await env.clock.advance({ seconds: 10 });

    expect(cloud.instances(group)).toHaveLength(2);
    expect((await machinePool.get()).spec.replicas).toBe(2);
    expect(await providerIDs(scene)).toEqual(idsIn(cloud));
  });

  test("deletes the Machines whose machines the cloud has terminated", async () => {
    await using scene = await startMachines({ replicas: 3, annotations: { [annotations.replicasManagedBy]: "cloud" } });
    const { env, cloud } = scene;
    cloud.scale(group, 1);
    await env.clock.advance({ seconds: 10 });

    expect(await providerIDs(scene)).toEqual(idsIn(cloud));
    expect((await env.client.list(Machine, { namespace })).items).toHaveLength(1);
  });

  test("is deleted after its Machines, including those that core has not created yet", async () => {
    await using scene = await start({ machines: true, replicas: 2 });
    const { env, cloud, machinePool } = scene;
    expect(await groupMachines(scene)).toHaveLength(2);
    await machinePool.delete();
    await env.clock.advance({ seconds: 10 });

    expect(await groupMachines(scene)).toEqual([]);
    await expect(machinePool.infrastructure()).rejects.toMatchObject({ reason: "NotFound" });
    expect(cloud.groupNames).toEqual([]);
  });
});
