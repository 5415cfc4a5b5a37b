import { ApiServer } from "@capstan/apiserver";
import { Cluster } from "@capstan/contract";
import { Cache, Node, RemoteClusters, Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { TestCluster } from "./scene/provider-kinds.ts";

const key = (name: string) => ({ name, namespace });
const controller = "capstan-test-core/";

/** The watches of the controllers in the workload cluster, an entry for every watch that began since `mark`. */
function watches(world: PlayedProviders, mark = 0): string[] {
  return world.workload.requests
    .since(mark)
    .filter(({ userAgent, verb }) => userAgent.startsWith(controller) && verb === "watch")
    .map(({ resource }) => resource);
}

/** A Cluster with an unresponsive API server: no process listens at the address in its kubeconfig. */
async function createDeadCluster(world: PlayedProviders, name: string): Promise<void> {
  await world.createCluster(name);
  const authority = await world.client.get(Secret, key("c1-ca"));
  const labels = { "cluster.x-k8s.io/cluster-name": name };
  const metadata = { ...key(`${name}-ca`), labels };
  await world.client.create(Secret, { ...authority, metadata });
  await world.patch(TestCluster, name, { spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 1 } } });
  await world.patchStatus(TestCluster, name, { initialization: { provisioned: true } });
}

async function probe(world: PlayedProviders, name: string): Promise<string | undefined> {
  const { status } = await world.client.get(Cluster, key(name));
  return status?.conditions?.find(({ type }) => type === "RemoteConnectionProbe")?.status;
}

async function reachable(): Promise<PlayedProviders> {
  const world = await PlayedProviders.start();
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  return world;
}

describe("access to workload clusters", () => {
  test("uses one connection per cluster, and caches only the Nodes", async () => {
    await using world = await reachable();
    for (const name of ["m1", "m2", "m3"]) await world.run(name, { controlPlane: true });
    expect(watches(world)).toEqual(["nodes"]);
  });

  test("ends with the Cluster: another Cluster of the same name gets a new connection", async () => {
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

  test("does not block the Machines of others when a cluster is unresponsive", async () => {
    await using world = await reachable();
    for (const name of ["dead1", "dead2", "dead3"]) await createDeadCluster(world, name);
    await world.settled();
    await world.run("m1", { controlPlane: true });
    expect((await world.machine("m1")).status?.phase).toBe("Running");
    expect(await probe(world, "c1")).toBe("True");
    for (const name of ["dead1", "dead2", "dead3"]) expect(await probe(world, name)).toBe("False");
  });

  test("causes no writes while a cluster is unresponsive", async () => {
    await using world = await reachable();
    await createDeadCluster(world, "dead");
    await world.clock.advance({ minutes: 6 });
    const mark = world.mark();
    await world.clock.advance({ minutes: 10 });
    expect(world.writes(mark)).toEqual([]);
  });

  test("continues with another certificate authority of the API server when the kubeconfig has it", async () => {
    // given an API server that was reinstalled in place of the former one
    await using world = await reachable();
    await world.run("m1", { controlPlane: true });
    const { port, resourceVersion } = world.workload;
    await world.workload.close();
    const firstResourceVersion = Number(resourceVersion) + 1_000;
    world.workload = await ApiServer.start({ clock: world.clock, port, firstResourceVersion });
    await world.clock.advance({ minutes: 6 });
    expect(await probe(world, "c1")).toBe("False");
    expect(await world.condition("m1", "NodeReady")).toMatchObject({ status: "Unknown", reason: "ConnectionDown" });

    // when a user writes the kubeconfig for it
    const value = Buffer.from(world.workload.kubeconfig).toString("base64");
    await world.patch(Secret, "c1-kubeconfig", { data: { value } });
    await world.clock.advance({ seconds: 2 });

    // then it is read immediately: the Node no longer exists
    await expect.poll(() => probe(world, "c1")).toBe("True");
    await world.settled();
    expect(await world.condition("m1", "NodeReady")).toMatchObject({ status: "False", reason: "NodeDeleted" });
  });

  test("caches only the required fields of Nodes, without their images", async () => {
    await using world = await reachable();
    await world.run("m1", { controlPlane: true });
    const cache = new Cache({ client: world.client });
    cache.start();
    const remotes = new RemoteClusters({ cache, userAgent: "test/1" });
    try {
      const images = [{ names: ["registry.k8s.io/pause:3.10"], sizeBytes: 1 }];
      await world.nodes.patch(
        Node,
        { name: "m1" },
        { type: "merge", body: { status: { images } } },
        { subresource: "status" },
      );
      expect((await world.nodes.get(Node, { name: "m1" })).status).toMatchObject({ images });
      const cached = await (await remotes.get(key("c1-kubeconfig"))).cache.get(Node, { name: "m1" });
      expect(cached?.spec?.providerID).toBe("test://m1");
      expect(cached?.status).not.toHaveProperty("images");
    } finally {
      await remotes.close();
      await cache.stop();
    }
  });
});
