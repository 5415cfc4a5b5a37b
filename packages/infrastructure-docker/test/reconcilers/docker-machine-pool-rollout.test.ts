import { annotations, getCondition, Machine } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { bootsOf, type DockerScene, imagesOf, startPool } from "./docker-scene.ts";

const namespace = "default";
const [v1, v2, v3] = ["localhost/node:v1", "localhost/node:v2", "localhost/node:v3"];

/** Lets the deletion of all present Machines last until `end` is called. */
async function deleteSlowly({ env }: DockerScene) {
  const hook = `${annotations.preTerminateDeleteHook}/slow`;
  const machines = (await env.client.list(Machine, { namespace })).items;
  const annotate = async (value: string | null) => {
    for (const { metadata } of machines) {
      const body = { metadata: { annotations: { [hook]: value } } };
      await env.client
        .patch(Machine, { namespace, name: metadata.name }, { type: "merge", body })
        .catch(() => undefined);
    }
  };
  await annotate("wait");
  return { end: () => annotate(null) };
}

describe("a rollout of a DockerMachinePool", () => {
  test("has at most one machine more than replicas, however long deletions last", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    const { end } = await deleteSlowly(scene);

    await scene.changeTemplate(pool, { customImage: v2 });
    await scene.poolAdvance(36);
    expect(imagesOf(scene)).toEqual([v1, v1, v2]);

    await end();
    await scene.poolAdvance(36);
    expect(imagesOf(scene)).toEqual([v2, v2]);
    expect(getCondition(await pool.infrastructure(), "ReplicasReady")).toMatchObject({ status: "True" });
  });

  test("replaces a template whose machines never get Nodes, and keeps those that have some", async () => {
    await using started = await startPool({ replicas: 2 });
    const { scene, pool } = started;
    scene.engine.onCreate = (_name, created) => (created.node = "missing");
    await scene.changeTemplate(pool, { customImage: v2 });
    await scene.poolAdvance(12);
    expect(imagesOf(scene)).toEqual([v1, v1, v2]);

    await scene.changeTemplate(pool, { customImage: v3 });
    await scene.poolAdvance(12);
    expect(imagesOf(scene)).toEqual([v1, v1, v3]);

    for (const container of scene.engine.containers.values()) container.node = "registered";
    scene.engine.onCreate = () => undefined;
    await scene.poolAdvance(36);
    expect(imagesOf(scene)).toEqual([v3, v3]);
  });

  test("does not happen for a template that means the same", async () => {
    const template = {
      customImage: v1,
      preLoadImages: ["localhost/a", "localhost/b"],
      extraMounts: [
        { hostPath: "/srv/a", containerPath: "/a" },
        { hostPath: "/srv/b", containerPath: "/b", readOnly: true },
      ],
    };
    await using started = await startPool({ replicas: 1, template });
    const { scene, pool } = started;
    const before = scene.machineContainers();

    await scene.changeTemplate(pool, {
      bootstrapWith: "Provider",
      preLoadImages: ["localhost/b", "localhost/a"],
      extraMounts: [
        { hostPath: "/srv/b", containerPath: "/b", readOnly: true },
        { hostPath: "/srv/a", containerPath: "/a", readOnly: false },
      ],
    });
    await scene.poolAdvance(12);

    expect(scene.machineContainers()).toEqual(before);
    expect(bootsOf(scene)).toEqual([1]);
  });
});
