import { DockerMachine, DockerMachinePool, EngineError } from "@capstan/infrastructure-docker";
import { getCondition, labels, Machine, type OwnerReference } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { type DockerScene, startDockerScene, startPool } from "./docker-scene.ts";

const namespace = "default";

async function setOwners({ env }: DockerScene, name: string, ownerReferences: readonly OwnerReference[]) {
  const body = { metadata: { ownerReferences } };
  await env.client.patch(DockerMachine.kind, { namespace, name }, { type: "merge", body });
}

async function setLabel({ env }: DockerScene, name: string, pool: string | null) {
  const body = { metadata: { labels: { [labels.machinePoolName]: pool } } };
  await env.client.patch(DockerMachine.kind, { namespace, name }, { type: "merge", body });
}

async function namesOfMachines({ env }: DockerScene): Promise<string[]> {
  return (await env.client.list(Machine, { namespace })).items.map(({ metadata }) => metadata.name);
}

describe("a DockerMachinePool owns only what refers to it", () => {
  test("and neither counts nor deletes a DockerMachine that has its label alone", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    await scene.createMachine(pool.cluster, { name: "alone" });
    await setLabel(scene, "alone", pool.name);
    await scene.poolAdvance(12);
    expect(scene.machineContainers()).toHaveLength(3);

    await pool.scale(1);
    await scene.poolAdvance(12);
    expect(scene.machineContainers()).toHaveLength(2);

    await pool.delete();
    await scene.advance(12);
    expect((await scene.dockerMachines()).map(({ metadata }) => metadata.name)).toEqual(["alone"]);
    expect(await namesOfMachines(scene)).toEqual(["alone"]);
    expect(scene.engine.container("default.alone").state).toBe("running");
  });

  test("and boots a DockerMachine that has its label alone as any other", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const create = scene.engine.createContainer.bind(scene.engine);
    scene.engine.createContainer = () => Promise.reject(new EngineError("EngineOutOfDisk", "no space left"));
    await scene.createMachine(cluster);
    await setLabel(scene, "m1", "p1");
    scene.engine.createContainer = create;
    await scene.advance();
    expect(scene.engine.container("default.m1").boots).toBe(1);
  });

  test("and deletes no Machine that a DockerMachine of its own names as its owner", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    await scene.createMachine(pool.cluster, { name: "victim" });
    const { metadata } = await scene.env.client.get(Machine, { namespace, name: "victim" });
    const [own] = (await scene.dockerMachines()).filter(({ metadata: { name } }) => name !== "victim");
    const victim = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", name: "victim", uid: metadata.uid ?? "" };
    const ofPool = own?.metadata.ownerReferences?.filter(({ kind }) => kind === DockerMachinePool.kind.kind) ?? [];
    await setOwners(scene, own?.metadata.name ?? "", [...ofPool, victim]);

    await pool.delete();
    await scene.advance(12);

    expect(await namesOfMachines(scene)).toContain("victim");
    expect(scene.engine.container("default.victim").state).toBe("running");
  });

  test("and owns it again after a restore, in which it got another uid", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const before = scene.machineContainers();
    const { uid } = (await pool.infrastructure()).metadata;
    for (const { metadata } of await scene.dockerMachines()) {
      const references = metadata.ownerReferences ?? [];
      const former = references.map((each) => (each.uid === uid ? { ...each, uid: "former" } : each));
      await setOwners(scene, metadata.name, former);
    }
    await scene.poolAdvance(33);

    expect(scene.machineContainers()).toEqual(before);
    const uids = (await scene.dockerMachines()).flatMap(({ metadata }) =>
      metadata.ownerReferences?.map((reference) => reference.uid),
    );
    expect(uids.filter((each) => each === uid)).toHaveLength(2);
    expect(uids).not.toContain("former");
  });

  test("and reports a DockerMachine that has the name of its container, without its label", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    const [name = ""] = (await scene.dockerMachines()).map(({ metadata }) => metadata.name);
    await setLabel(scene, name, null);
    await pool.scale(2);
    await scene.poolAdvance(12);

    expect(scene.machineContainers()).toHaveLength(2);
    const condition = getCondition(await pool.infrastructure(), "ReplicasReady");
    expect(condition).toMatchObject({ status: "False", reason: "NameTaken" });
    expect(condition?.message).toContain(`DockerMachine ${name} is not of this pool`);

    await setLabel(scene, name, pool.name);
    await scene.poolAdvance(12);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ status: "True" });
  });

  test("and removes no container whose DockerMachine has lost the pool's label, neither by scaling nor by deletion", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const [name = ""] = (await scene.dockerMachines()).map(({ metadata }) => metadata.name);
    await setLabel(scene, name, null);
    await scene.poolAdvance(12);
    const requests = scene.env.requests().length;
    await scene.poolAdvance(33);
    const creates = scene.env
      .requests()
      .slice(requests)
      .filter(({ verb }) => verb === "create");
    expect(creates).toEqual([]);

    await pool.scale(0);
    await scene.poolAdvance(33);
    expect(scene.machineContainers()).toEqual([`${namespace}.${name}`]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ reason: "NameTaken" });

    // given that the garbage collector has no reason to delete the machine with its pool
    const machine = await scene.env.client.get(Machine, { namespace, name });
    await scene.env.client.patch(
      Machine,
      { namespace, name },
      { type: "merge", body: { metadata: { ownerReferences: [] } } },
    );
    const { uid = "" } = machine.metadata;
    await setOwners(scene, name, [{ apiVersion: machine.apiVersion, kind: machine.kind, name, uid }]);
    await pool.delete();
    await scene.advance(12);
    expect(await scene.env.client.list(DockerMachinePool.kind, { namespace })).toMatchObject({ items: [] });
    expect(scene.engine.container(`${namespace}.${name}`).state).toBe("running");
  });

  test("and neither creates nor removes a machine that the label of another pool hides from it", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    const before = scene.machineContainers();
    const [name = ""] = (await scene.dockerMachines()).map(({ metadata }) => metadata.name);
    await setLabel(scene, name, "another");
    await scene.poolAdvance(12);

    const condition = getCondition(await pool.infrastructure(), "ReplicasReady");
    expect(condition).toMatchObject({ status: "False", reason: "NameTaken" });
    expect(scene.machineContainers()).toEqual(before);
  });

  test("and gives its machines valid names, also if its own is cut off before a dot", async () => {
    const name = `${"a".repeat(56)}.b`;
    await using started = await startPool({ name, replicas: 1 });
    const { scene } = started;
    expect(await namesOfMachines(scene)).toEqual([expect.stringMatching(/^a{56}-[a-z0-9]{5}$/)]);
  });
});
