import { Machine } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { isNotFound, Node } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManagementCluster, servers } from "./management-cluster.ts";
import { clusterObjects, machineObjects, names } from "./objects.ts";
import type { Scene } from "./scene.ts";

const phases = ["Pending", "Provisioning", "Provisioned", "Running", "Deleting", "Deleted", "Failed", "Unknown"];

/** Numbers in [0, 1) that look random and are the same at every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes a wrong phase whenever a Machine has changed, `times` times each. */
function corrupt(scene: Scene, times: number, random: () => number): Promise<unknown>[] {
  const left = new Map<string, number>();
  const writes: Promise<unknown>[] = [];
  const corruptOne = (name: string): void => {
    const remaining = left.get(name) ?? times;
    if (remaining === 0) return;
    left.set(name, remaining - 1);
    const phase = phases[Math.floor(random() * phases.length)];
    const write = scene.client.patch(
      Machine,
      scene.key(name),
      { type: "merge", body: { status: { phase } } },
      { subresource: "status" },
    );
    writes.push(
      write.catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    );
  };
  scene.onChange(({ kind, name, type }) => {
    if (kind === Machine.kind && type !== "deleted") corruptOne(name);
  });
  return writes;
}

describe.each(servers)("status.phase is for people: nothing is decided on it, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test.each([1, 2, 3])("wrong phases all the way (seed %i): the same end, nothing twice (S029)", async (seed) => {
    await using scene = await management.scene();
    const controlPlanes = names("cp", 3);
    const workers = names("w", 3);
    const all = [...controlPlanes, ...workers];

    // when every change of a Machine is answered by a wrong phase, eight times each
    const writes = corrupt(scene, 8, randomFrom(seed));
    await scene.create(
      ...clusterObjects("c1"),
      ...controlPlanes.flatMap((name) => machineObjects(name, { cluster: "c1", controlPlane: true })),
      ...workers.flatMap((name) => machineObjects(name, { cluster: "c1" })),
    );

    // then
    await scene.until("all corrupted, all Running", () => {
      return writes.length === 8 * all.length && all.every((name) => scene.machine(name).status?.phase === "Running");
    });
    await Promise.all(writes);
    await management.settled();
    expect(scene.list(Machine).map(({ status }) => status?.phase)).toEqual(Array<string>(6).fill("Running"));
    expect(scene.list(MockMachine.kind)).toHaveLength(6);
    const nodes = (await (await scene.workload("c1")).list(Node)).items;
    expect(nodes.map(({ metadata }) => metadata.name).sort()).toEqual([...all].sort());
    // and a Machine that seemed to be deleted or to have failed was never deleted
    expect(scene.history.filter(({ type }) => type === "deleted")).toEqual([]);
  });
});
