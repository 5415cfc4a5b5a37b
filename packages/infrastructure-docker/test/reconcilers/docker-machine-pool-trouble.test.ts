import { EngineError, engineLabels } from "@capstan/infrastructure-docker";
import { getCondition, Secret } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { bootsOf, type DockerScene, imagesOf, startDockerScene, startPool } from "./docker-scene.ts";

const namespace = "default";

/** Lets the engine refuse to start the containers of an image, or only the first one of them. */
function refuseStarts({ engine }: DockerScene, image: string, { first = false } = {}) {
  const start = engine.startContainer.bind(engine);
  let refused: string | undefined;
  engine.startContainer = (name) => {
    if (engine.container(name).spec.image !== image || (first && name !== (refused ??= name))) return start(name);
    return Promise.reject(new EngineError("EngineOutOfMemory", "out of memory"));
  };
  return { end: () => (engine.startContainer = start) };
}

describe("a DockerMachinePool in trouble", () => {
  test("has its other machines while one container cannot be started, and removes that one first", async () => {
    await using scene = await startDockerScene();
    refuseStarts(scene, "localhost/node:v1", { first: true });
    const pool = await scene.createPool({ replicas: 3 });
    await scene.poolAdvance(24);

    expect(bootsOf(scene).toSorted()).toEqual([0, 1, 1]);
    const object = await pool.infrastructure();
    expect(getCondition(object, "ReplicasReady")).toMatchObject({ status: "False", reason: "EngineOutOfMemory" });
    expect(object.status).toMatchObject({ replicas: 2 });

    await pool.scale(2);
    await scene.poolAdvance(12);
    expect(bootsOf(scene)).toEqual([1, 1]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ status: "True" });
  });

  test("replaces containers that cannot be started by those of another template", async () => {
    await using scene = await startDockerScene();
    const { end } = refuseStarts(scene, "localhost/node:v1");
    const pool = await scene.createPool({ replicas: 2 });
    await scene.poolAdvance(12);
    const never = scene.machineContainers().map((name) => scene.engine.container(name));
    expect(bootsOf(scene)).toEqual([0, 0]);

    end();
    await scene.changeTemplate(pool, { customImage: "localhost/node:v2" });
    await scene.poolAdvance(12);

    expect(imagesOf(scene)).toEqual(["localhost/node:v2", "localhost/node:v2"]);
    expect(bootsOf(scene)).toEqual([1, 1]);
    expect(never.map(({ view }) => view.startedAt)).toEqual(["", ""]);
  });

  test("starts no container with data that cannot be read, and starts it once it can be", async () => {
    // given a container that was created before the data changed
    await using started = await startPool({ replicas: 1 });
    const { scene, pool } = started;
    const { end } = refuseStarts(scene, "localhost/node:v1");
    await pool.scale(2);
    await scene.poolAdvance(6);
    const write = async (text: string) => {
      const body = { data: { value: Buffer.from(text).toString("base64") } };
      await scene.env.client.patch(Secret, { namespace, name: pool.name }, { type: "merge", body });
      await scene.poolAdvance(12);
    };

    await write("#cloud-config\nruncmd: 3\n");
    end();
    await scene.poolAdvance(12);
    expect(bootsOf(scene).toSorted()).toEqual([0, 1]);
    const condition = getCondition(await pool.infrastructure(), "ReplicasReady");
    expect(condition).toMatchObject({ status: "False", reason: "BootstrapDataInvalid" });

    await write("#!/bin/sh\ntrue\n");
    expect(bootsOf(scene)).toEqual([1, 1]);
  });

  test("removes a surplus container that has no DockerMachine without creating one", async () => {
    // given a container that was started before its pool became smaller
    await using started = await startPool({ replicas: 2 });
    const { scene } = started;
    const before = scene.machineContainers();
    const { spec } = scene.engine.container(before[0] ?? "");
    const labels = { ...spec.labels, [engineLabels.machine]: "default.p1-other" };
    await scene.engine.createContainer("default.p1-other", { ...spec, labels });
    scene.engine.container("default.p1-other").start();

    await scene.poolAdvance(33);

    expect(scene.machineContainers()).toEqual(before);
    const written = scene.env.writes({ kind: "DockerMachine" });
    expect(written).toContain(`create DockerMachine/${before[0]?.replace(`${namespace}.`, "")}`);
    expect(written).not.toContain("create DockerMachine/p1-other");
  });

  test("shows no secret of its data in the conditions of its machines, also after the data has changed", async () => {
    const secretLine = "install --license a-license-that-no-form-of-secrets-recognizes";
    await using scene = await startDockerScene();
    scene.engine.onCreate = (_name, created) => (created.boot = { exitCode: 1, output: `+ ${secretLine}\nrefused` });
    const pool = await scene.createPool({ replicas: 1, bootstrapData: `#!/bin/sh\n${secretLine}\n` });
    await scene.poolAdvance(12);
    const failure = async () => getCondition((await scene.dockerMachines())[0] ?? {}, "BootstrapExecSucceeded");
    expect((await failure())?.message).toContain("+ [secret]\nrefused");

    const body = { data: { value: Buffer.from("#!/bin/sh\ntrue\n").toString("base64") } };
    await scene.env.client.patch(Secret, { namespace, name: pool.name }, { type: "merge", body });
    await scene.poolAdvance(33);

    const { reason, message } = (await failure()) ?? {};
    expect(reason).toBe("CommandFailed");
    expect(message).toMatch(
      /ended with exit code 1; its output is not shown, because the bootstrap data, which may be in it, has changed$/,
    );
    expect(JSON.stringify(await scene.dockerMachines())).not.toContain("a-license");
  });

  test("is not ready without any container", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const { engine } = scene;
    engine.createContainer = () => Promise.reject(new EngineError("EngineOutOfDisk", "no space left"));
    for (const name of scene.machineContainers()) await engine.removeContainer(name);
    await scene.poolAdvance(33);

    const object = await pool.infrastructure();
    for (const type of ["Ready", "ReplicasReady"]) {
      expect(getCondition(object, type)).toMatchObject({ status: "False", reason: "EngineOutOfDisk" });
    }
    expect(object.status).toMatchObject({ replicas: 0 });
  });
});
