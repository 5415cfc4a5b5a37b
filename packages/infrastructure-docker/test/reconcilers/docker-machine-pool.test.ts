import { annotations, conditionTypes, getCondition, labels, Machine, Secret } from "@capstan/provider";
import { EngineError, engineLabels } from "@capstan/infrastructure-docker";
import { describe, expect, test } from "vitest";
import { ScriptedEngine } from "../scripted-engine/scripted-engine.ts";
import { bootsOf, type DockerScene as Scene, imagesOf, startDockerScene, startPool } from "./docker-scene.ts";

const namespace = "default";

/** The names of the machines of the pool in the engine. */
function containers(scene: Scene): string[] {
  return scene.machineContainers();
}

function providerIDs(scene: Scene): string[] {
  return containers(scene).map((name) => `docker:////${name}`);
}

function nameOf(container = ""): string {
  return container.replace(`${namespace}.`, "");
}

describe("a DockerMachinePool", () => {
  test("has a container and a DockerMachine for each replica, which boots from the data of the pool", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;

    const object = await pool.infrastructure();
    expect(object).toMatchObject({
      spec: { providerIDList: providerIDs(scene) },
      status: { ready: true, replicas: 2, infrastructureMachineKind: "DockerMachine" },
    });
    expect(getCondition(object, "Ready")).toMatchObject({ status: "True" });
    expect(containers(scene)).toHaveLength(2);
    for (const name of containers(scene)) {
      const container = scene.engine.container(name);
      expect(container).toMatchObject({ state: "running", boots: 1, providerID: `docker:////${name}` });
      expect(container.spec).toMatchObject({
        image: "localhost/node:v1",
        hostname: nameOf(name),
        labels: { [engineLabels.pool]: "default.p1", [engineLabels.cluster]: "default.c1" },
      });
      const { metadata, spec } = await scene.dockerMachine(nameOf(name));
      expect(metadata.labels).toMatchObject({ [labels.machinePoolName]: "p1", [labels.clusterName]: "c1" });
      expect(spec).toMatchObject({ customImage: "localhost/node:v1", providerID: `docker:////${name}` });
      expect(await scene.condition("BootstrapExecSucceeded", nameOf(name))).toMatchObject({ status: "True" });
      expect(await scene.condition("NodeProviderIDSet", nameOf(name))).toMatchObject({ status: "True" });
    }
  });

  test("seeds the cloud-init of the image, if its template says so", async () => {
    await using scene = await startDockerScene();
    scene.engine.onCreate = (_name, created) => {
      created.cloudInit = { exits: "" };
    };
    await scene.createPool({ replicas: 1, template: { customImage: "localhost/node:v1", bootstrapWith: "CloudInit" } });
    await scene.poolAdvance(12);

    const [name = ""] = containers(scene);
    const { files, boots } = scene.engine.container(name);
    expect(files.has("/var/lib/cloud/seed/nocloud/user-data")).toBe(true);
    expect(files.has("/var/lib/capstan/boot/run.sh")).toBe(false);
    expect(boots).toBe(0);
    expect(await scene.condition("BootstrapExecSucceeded", nameOf(name))).toMatchObject({ status: "True" });
  });

  test("runs the image of its MachinePool's version by default", async () => {
    await using scene = await startDockerScene();
    const pool = await scene.createPool({ template: {}, replicas: 1 });
    expect(getCondition(await pool.infrastructure(), "Ready")).toMatchObject({ reason: "ImageUnknown" });

    await pool.patch({ spec: { template: { spec: { version: "v1.36.1" } } } });
    await scene.poolAdvance(6);

    expect(imagesOf(scene)).toEqual(["kindest/node:v1.36.1"]);
  });

  test("spreads its containers over the failure domains of the MachinePool", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    await pool.patch({ spec: { replicas: 5, failureDomains: ["a", "b"] } });
    await scene.poolAdvance(12);

    const domains = (await scene.dockerMachines()).map(({ status }) => status?.failureDomain);
    expect(domains.toSorted()).toEqual(["a", "a", "b", "b", undefined]);
  });

  test("creates no container from data that cannot be read", async () => {
    await using scene = await startDockerScene();
    const pool = await scene.createPool({ bootstrapData: "#cloud-config\nruncmd: 3\n" });
    const ready = getCondition(await pool.infrastructure(), "Ready");
    expect(ready).toMatchObject({ status: "False", reason: "BootstrapDataInvalid" });
    expect(ready?.message).toContain("runcmd");
    expect(containers(scene)).toEqual([]);
  });

  test("boots later machines from a Secret of the user, too, which has no label", async () => {
    await using scene = await startDockerScene();
    const pool = await scene.createPool({ replicas: 1 });
    await scene.poolAdvance(12);
    const body = { metadata: { labels: { [labels.clusterName]: null } } };
    await scene.env.client.patch(Secret, { namespace, name: pool.name }, { type: "merge", body });

    await pool.scale(3);
    await scene.poolAdvance(12);

    expect(bootsOf(scene)).toEqual([1, 1, 1]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ status: "True" });
  });

  test("creates and deletes no machine while its data is missing, and says so", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const before = containers(scene);
    const secret = await scene.env.client.get(Secret, { namespace, name: pool.name });
    await scene.env.client.delete(Secret, { namespace, name: pool.name });

    await scene.changeTemplate(pool, { customImage: "localhost/node:v2" });
    await scene.poolAdvance(36);

    expect(containers(scene)).toEqual(before);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({
      status: "False",
      reason: "WaitingForBootstrapData",
      message: "Create Secret p1 with bootstrap data in key value; until then, the pool creates no machine",
    });

    const { name, labels: own = {} } = secret.metadata;
    await scene.env.client.create(Secret, { ...secret, metadata: { namespace, name, labels: own } });
    await scene.poolAdvance(30);
    expect(imagesOf(scene)).toEqual(["localhost/node:v2", "localhost/node:v2"]);
    expect(bootsOf(scene)).toEqual([1, 1]);
  });

  test("starts no container that an earlier call has created while its data is missing", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    const start = scene.engine.startContainer.bind(scene.engine);
    scene.engine.startContainer = () => Promise.reject(new EngineError("EngineOutOfMemory", "out of memory"));
    await pool.scale(2);
    await scene.poolAdvance(6);
    await pool.patch({ spec: { template: { spec: { bootstrap: { dataSecretName: "other" } } } } });
    scene.engine.startContainer = start;
    await scene.poolAdvance(12);
    expect(bootsOf(scene).toSorted()).toEqual([0, 1]);

    await pool.patch({ spec: { template: { spec: { bootstrap: { dataSecretName: pool.name } } } } });
    await scene.poolAdvance(12);
    expect(bootsOf(scene)).toEqual([1, 1]);
  });

  test("leaves the reading of the data to cloud-init, where its template says so", async () => {
    await using scene = await startDockerScene();
    const template = { customImage: "localhost/node:v1", bootstrapWith: "CloudInit" };
    await scene.createPool({ template, bootstrapData: "#cloud-config\nruncmd: 3\n", replicas: 1 });
    expect(containers(scene)).toHaveLength(1);
  });

  test("shrinks by marked machines first, then by failed ones, then by the oldest", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const old = containers(scene);
    await pool.scale(4);
    await scene.poolAdvance(12);
    const [third = "", fourth = ""] = containers(scene).filter((name) => !old.includes(name));
    expect((await pool.infrastructure()).status).toMatchObject({ replicas: 4 });

    const body = { metadata: { annotations: { [annotations.deleteMachine]: "" } } };
    await scene.env.client.patch(Machine, { namespace, name: nameOf(third) }, { type: "merge", body });
    await pool.scale(3);
    await scene.poolAdvance(12);
    expect(containers(scene)).toEqual([...old, fourth].toSorted());

    await pool.scale(4);
    await scene.poolAdvance(12);
    const [failed = ""] = containers(scene).filter((name) => ![...old, fourth].includes(name));
    scene.engine.startContainer = () => Promise.reject(new EngineError("EngineOutOfMemory", "out of memory"));
    scene.engine.container(failed).stop();
    await pool.scale(3);
    await scene.poolAdvance(12);
    expect(containers(scene)).toEqual([...old, fourth].toSorted());

    await pool.scale(1);
    await scene.poolAdvance(12);
    expect(containers(scene)).toEqual([fourth]);
    expect(await scene.dockerMachines()).toHaveLength(1);
    expect((await pool.infrastructure()).spec.providerIDList).toEqual(providerIDs(scene));
  });

  const losses = {
    "its Machine is deleted": (scene: Scene, lost: string) =>
      scene.env.client.delete(Machine, { namespace, name: nameOf(lost) }),
    "its container is removed": ({ engine }: Scene, lost: string) => engine.removeContainer(lost),
    "a MachineHealthCheck requests it": condemn,
  };

  test.each(Object.entries(losses))("replaces a machine if %s", async (_how, lose) => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const [lost = "", kept = ""] = containers(scene);

    await lose(scene, lost);
    await scene.poolAdvance(36);

    expect(containers(scene)).toHaveLength(2);
    expect(containers(scene)).toContain(kept);
    expect(containers(scene)).not.toContain(lost);
    expect((await pool.infrastructure()).spec.providerIDList).toEqual(providerIDs(scene));
    expect((await scene.env.client.list(Machine, { namespace })).items).toHaveLength(2);
  });

  test("starts a stopped container again, and keeps it", async () => {
    await using started = await startPool({ replicas: 1 });
    const { scene } = started;
    const before = containers(scene);
    const container = scene.engine.container(before[0] ?? "");
    container.stop();
    await scene.poolAdvance(33);
    expect(containers(scene)).toEqual(before);
    expect(container).toMatchObject({ state: "running", boots: 1 });
  });

  test("replaces its machines one by one after a change of its template, each once another has a Node", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    scene.engine.onCreate = (_name, created) => (created.node = "missing");
    await scene.changeTemplate(pool, { customImage: "localhost/node:v2" });
    await scene.poolAdvance(12);
    expect(imagesOf(scene)).toEqual(["localhost/node:v1", "localhost/node:v1", "localhost/node:v2"]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ reason: "RollingOut" });

    scene.engine.onCreate = () => undefined;
    for (const container of scene.engine.containers.values()) container.node = "registered";
    await scene.poolAdvance(30);

    expect(imagesOf(scene)).toEqual(["localhost/node:v2", "localhost/node:v2"]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ status: "True" });
  });

  test("reports that the engine refuses, lists what exists, and continues when it does not", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const { engine } = scene;
    const create = engine.createContainer.bind(engine);
    engine.createContainer = () => Promise.reject(new EngineError("EngineOutOfDisk", "no space left"));
    await engine.removeContainer(containers(scene)[0] ?? "");
    await scene.poolAdvance(33);
    const object = await pool.infrastructure();
    expect(getCondition(object, "ReplicasReady")).toMatchObject({ status: "False", reason: "EngineOutOfDisk" });
    expect(object).toMatchObject({ spec: { providerIDList: providerIDs(scene) }, status: { replicas: 1 } });

    engine.createContainer = create;
    await scene.poolAdvance(12);
    expect(containers(scene)).toHaveLength(2);
    expect(getCondition(await pool.infrastructure(), "Ready")).toMatchObject({ status: "True" });
  });

  test("waits while its image is pulled, and reports why it cannot be", async () => {
    const engine = new ScriptedEngine(["kindest/haproxy:v20230606-42a2262b"]);
    engine.onPull = () => {
      throw new EngineError("ImagePullFailed", "The image cannot be pulled");
    };
    await using scene = await startDockerScene(engine);
    const pool = await scene.createPool();
    expect(getCondition(await pool.infrastructure(), "Ready")?.reason).toMatch(/^ImagePull/);

    engine.onPull = () => undefined;
    await scene.poolAdvance(18);
    expect(getCondition(await pool.infrastructure(), "Ready")).toMatchObject({ status: "True" });
  });

  test("is deleted after its Machines, and leaves no container", async () => {
    // given a pool with a container that has no DockerMachine yet
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const { spec } = scene.engine.container(containers(scene)[0] ?? "");
    const ownLabels = { ...spec.labels, [engineLabels.machine]: "default.p1-other" };
    await scene.engine.createContainer("default.p1-other", { ...spec, labels: ownLabels });

    await pool.delete();
    await scene.advance(12);

    await expect(pool.infrastructure()).rejects.toMatchObject({ reason: "NotFound" });
    expect(containers(scene)).toEqual([]);
    expect(await scene.dockerMachines()).toEqual([]);
  });
});

/** As a MachineHealthCheck does. */
async function condemn({ env }: Scene, lost: string): Promise<void> {
  const key = { namespace, name: nameOf(lost) };
  const { status } = await env.client.get(Machine, key);
  const condition = {
    type: conditionTypes.ownerRemediated,
    status: "False",
    reason: "WaitingForRemediation",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  const body = { status: { conditions: [...(status?.conditions ?? []), condition] } };
  await env.client.patch(Machine, key, { type: "merge", body }, { subresource: "status" });
}
