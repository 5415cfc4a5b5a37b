import { Cluster } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, TestCluster, World } from "./world.ts";

const key = (name: string) => ({ name, namespace });
const controller = "capstan-core/";

/** What the controllers watch in the workload cluster, an entry for every watch that began since `mark`. */
function watches(world: World, mark = 0): string[] {
  return world.workload.requests
    .since(mark)
    .filter(({ userAgent, verb }) => userAgent.startsWith(controller) && verb === "watch")
    .map(({ resource }) => resource);
}

/** A Cluster whose API server answers nobody: nothing listens where its kubeconfig points. */
async function createDeadCluster(world: World, name: string): Promise<void> {
  await world.createCluster(name);
  const authority = await world.client.get(Secret, key("c1-ca"));
  const labels = { "cluster.x-k8s.io/cluster-name": name };
  const metadata = { ...key(`${name}-ca`), labels };
  await world.client.create(Secret, { ...authority, metadata });
  await world.patch(TestCluster, name, { spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 1 } } });
  await world.patchStatus(TestCluster, name, { initialization: { provisioned: true } });
}

async function probe(world: World, name: string): Promise<string | undefined> {
  const { status } = await world.client.get(Cluster, key(name));
  return status?.conditions?.find(({ type }) => type === "RemoteConnectionProbe")?.status;
}

async function reachable(): Promise<World> {
  const world = await World.start();
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  return world;
}

describe("access to workload clusters", () => {
  test("one connection a cluster, and of all that is there only the Nodes are kept in memory", async () => {
    await using world = await reachable();
    for (const name of ["m1", "m2", "m3"]) await world.run(name, { controlPlane: true });
    expect(watches(world)).toEqual(["nodes"]);
  });

  test("is dropped with its Cluster: one of the same name is connected to anew", async () => {
    await using world = await reachable();
    expect(await probe(world, "c1")).toBe("True");
    const mark = world.workload.requests.mark();
    await world.client.delete(Cluster, key("c1"));
    await world.settled();
    await world.client.delete(Secret, key("c1-ca"));
    await world.clock.advance({ minutes: 3 });
    expect(watches(world, mark)).toEqual([]);

    await world.createCluster();
    await world.provisionCluster();
    await world.clock.advance({ seconds: 2 });
    expect(await probe(world, "c1")).toBe("True");
    expect(watches(world, mark)).toEqual(["nodes"]);
  });

  test("ones that do not answer hold up nobody else's Machines", async () => {
    await using world = await reachable();
    for (const name of ["dead1", "dead2", "dead3"]) await createDeadCluster(world, name);
    await world.settled();
    await world.run("m1", { controlPlane: true });
    expect((await world.machine("m1")).status?.phase).toBe("Running");
    expect(await probe(world, "c1")).toBe("True");
    for (const name of ["dead1", "dead2", "dead3"]) expect(await probe(world, name)).toBe("False");
  });

  test("one that does not answer costs no writes while it does not", async () => {
    await using world = await reachable();
    await createDeadCluster(world, "dead");
    await world.clock.advance({ minutes: 6 });
    const mark = world.mark();
    await world.clock.advance({ minutes: 10 });
    expect(world.writes(mark)).toEqual([]);
  });
});
