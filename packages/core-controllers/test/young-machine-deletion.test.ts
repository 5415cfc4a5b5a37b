// A Machine that is deleted before it shows what its server has done already: deletion looks for itself.
import { Machine } from "@capstan/contract";
import { ApiError, Node } from "@capstan/runtime";
import { expect, test } from "vitest";
import { Pod } from "../src/drain/workload-kinds.ts";
import { namespace, PlayedProviders, type PlayedProvidersOptions } from "./scene/played-providers.ts";
import { TestConfig, TestMachine } from "./scene/provider-kinds.ts";

/** A Cluster with a control plane Machine that runs. */
async function scene(options: PlayedProvidersOptions = {}): Promise<PlayedProviders> {
  const world = await PlayedProviders.start(options);
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  await world.run("cp", { controlPlane: true });
  return world;
}

const names = async (list: Promise<{ readonly items: readonly { readonly metadata: { readonly name: string } }[] }>) =>
  (await list).items.map(({ metadata }) => metadata.name);

/** The Nodes of the workload cluster, and the Machines. */
async function left(world: PlayedProviders): Promise<{ nodes: string[]; machines: string[] }> {
  return {
    nodes: await names(world.nodes.list(Node)),
    machines: await names(world.client.list(Machine, { namespace })),
  };
}

/** A worker whose server has joined, although its infrastructure does not report it as provisioned. */
async function addYoungWorker(world: PlayedProviders, name: string): Promise<void> {
  await world.createMachine(name, { finalizers: ["test/provider"] });
  await world.patch(TestMachine, name, { spec: { providerID: `test://${name}` } });
  await world.join(name);
}

/** Plays the providers that have deleted what belongs to a machine. */
async function release(world: PlayedProviders, workers: readonly string[]): Promise<void> {
  for (const kind of [TestMachine, TestConfig]) {
    await world.settled();
    for (const name of workers) await world.release(kind, name);
  }
  await world.settled();
}

test("a Machine that is deleted while its infrastructure starts has its Node drained and deleted", async () => {
  // given a worker that has joined, with a Pod on its Node, and no providerID in the Machine
  await using world = await scene();
  await addYoungWorker(world, "w");
  await world.nodes.create(Pod, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", namespace },
    spec: { nodeName: "w", containers: [{ name: "a", image: "a" }] },
  } as Pod);
  await world.settled();
  expect((await world.machine("w")).spec.providerID).toBeUndefined();
  // when it is deleted, then the Node is drained first
  await world.client.delete(Machine, { name: "w", namespace });
  await world.settled();
  expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "DrainingNode" });
  expect((await world.nodes.get(Node, { name: "w" })).spec).toMatchObject({ unschedulable: true });
  expect(await world.machine("w")).toMatchObject({
    spec: { providerID: "test://w" },
    status: { nodeRef: { name: "w" } },
  });
  // when the Pod has ended and the providers have deleted their objects, then nothing is left
  await world.nodes.delete(Pod, { name: "a", namespace }, { gracePeriodSeconds: 0 });
  await world.clock.advance({ seconds: 20 });
  await release(world, ["w"]);
  expect(await left(world)).toEqual({ nodes: ["cp"], machines: ["cp"] });
});

test("a Node that joins while the infrastructure of its Machine is being deleted is deleted", async () => {
  await using world = await scene();
  await world.createMachine("w", { finalizers: ["test/provider"] });
  await world.patch(TestMachine, "w", { spec: { providerID: "test://w" } });
  await world.settled();
  await world.client.delete(Machine, { name: "w", namespace });
  await world.settled();
  await world.join("w");
  await release(world, ["w"]);
  expect(await left(world)).toEqual({ nodes: ["cp"], machines: ["cp"] });
});

test("a Node that joins while no core runs is deleted with its Machine", async () => {
  await using world = await scene();
  await world.createMachine("w", { finalizers: ["test/provider"] });
  await world.settled();
  await world.stopControllers();
  await world.patch(TestMachine, "w", { spec: { providerID: "test://w" } });
  await world.join("w");
  await world.client.delete(Machine, { name: "w", namespace });
  await world.startControllers();
  await release(world, ["w"]);
  expect(await left(world)).toEqual({ nodes: ["cp"], machines: ["cp"] });
});

type Reports = "providerID" | "bootstrap data" | "provisioned";

test.each<{ until: Reports; points: number }>([
  { until: "providerID", points: 4 },
  { until: "bootstrap data", points: 5 },
  { until: "provisioned", points: 7 },
])(
  "a Machine whose server has joined leaves nothing in the workload cluster, at whichever of its writes it is deleted: its providers have reported $until",
  async ({ until, points }) => {
    // given workers whose servers have joined, the nth of which has been written n times by its controller, and no more. The first write
    // is the finalizer; without it, no provider starts a server.
    const workers = Array.from({ length: points + 3 }, (_, index) => `w${index + 1}`);
    const counts = new Map<string, number>();
    let isFrozen = true;
    const reached = new Set<string>();
    await using world = await scene({
      refuse: ({ during }) => {
        const name = /^machine default\/(w\d+)$/.exec(during ?? "")?.[1];
        if (name === undefined || !isFrozen) return undefined;
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        if (count <= workers.indexOf(name)) return undefined;
        reached.add(name);
        return new ApiError("not now", { status: 503, reason: "ServiceUnavailable" });
      },
    });
    for (const name of workers) await addYoungWorker(world, name);
    await world.settled();
    if (until !== "providerID") for (const name of workers) await world.bootstrapData(name);
    await world.settled();
    if (until === "provisioned") for (const name of workers) await world.provisionMachine(name);
    await world.settled();
    // when they are deleted
    isFrozen = false;
    for (const name of workers) await world.client.delete(Machine, { name, namespace });
    await release(world, workers);
    // then nothing is left of them; those with the highest numbers were deleted after all of their writes
    expect(await left(world)).toEqual({ nodes: ["cp"], machines: ["cp"] });
    expect([...reached]).toEqual(expect.arrayContaining(workers.slice(0, points)));
  },
);
