import { type CustomResourceDefinition, Machine } from "@capstan/contract";
import { CustomResourceDefinition as Definition, isNotFound } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { definitionOf, TestCluster, TestConfig, TestMachine } from "./scene/provider-kinds.ts";

const machinesName = "testmachines.infrastructure.cluster.x-k8s.io";
const ofMachines = (reads: readonly string[]) => reads.filter((read) => read.includes("testmachines"));

async function withMachine(): Promise<PlayedProviders> {
  const world = await PlayedProviders.start({ kinds: [TestCluster, TestConfig, TestMachine] });
  await world.createCluster();
  await world.provisionCluster();
  await world.createMachine("m1");
  await world.settled();
  return world;
}

/** The watches that began since `mark`. Lists are excluded, because they also check whether a watch lost events. */
function watchesOf(world: PlayedProviders, mark: number): string[] {
  return ofMachines(world.reads(mark)).filter((read) => read.startsWith("watch"));
}

/** Waits until a CRD and all its objects are deleted. */
async function removed(world: PlayedProviders, name: string): Promise<void> {
  await world.client.delete(Definition, { name });
  await expect
    .poll(() =>
      world.client.get(Definition, { name }).then(
        () => false,
        (error: unknown) => isNotFound(error),
      ),
    )
    .toBe(true);
  await world.settled();
}

/** The CRD of the TestMachines with a second version, which its label names. */
function withSecondVersion(): CustomResourceDefinition {
  const definition = definitionOf(TestMachine);
  const [first] = definition.spec.versions;
  const versions = [
    { ...first, storage: false },
    { ...first, name: "v2" },
  ] as CustomResourceDefinition["spec"]["versions"];
  const labels = { "cluster.x-k8s.io/v1beta2": "v1_v2" };
  return { ...definition, metadata: { ...definition.metadata, labels }, spec: { ...definition.spec, versions } };
}

describe("the watch of a kind", () => {
  test("ends with its CRD, and restarts when the CRD returns", async () => {
    await using world = await withMachine();
    await removed(world, machinesName);
    await world.clock.advance({ seconds: 2 });
    expect(await world.condition("m1", "InfrastructureReady")).toMatchObject({ reason: "CRDNotInstalled" });
    const mark = world.mark();
    await world.clock.advance({ minutes: 30 });
    expect(ofMachines(world.reads(mark))).toEqual([]);

    await world.install([definitionOf(TestMachine)]);
    await world.createProviderObject(TestMachine, "m1");
    await world.bootstrapData("m1");
    await world.settled();
    await world.provisionMachine("m1");
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioned" } });
    expect(watchesOf(world, mark)).toEqual(["watch testmachines.v1"]);
  });

  test("changes to a version that its CRD gains, and the former watch ends", async () => {
    await using world = await withMachine();
    const { metadata, spec } = withSecondVersion();
    const mark = world.mark();
    const body = { metadata: { labels: metadata.labels }, spec: { versions: spec.versions } };
    await world.client.patch(Definition, { name: machinesName }, { type: "merge", body });
    await world.settled();
    await expect.poll(() => watchesOf(world, mark)).toEqual(["watch testmachines.v2"]);

    // then changes of the objects are still observed, by the new version alone
    await world.bootstrapData("m1");
    await world.provisionMachine("m1");
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioned" } });
    const later = world.mark();
    await world.clock.advance({ minutes: 30 });
    expect(ofMachines(world.reads(later)).filter((read) => read.endsWith(".v1"))).toEqual([]);
  });

  test("ends some time after the last reference, and restarts with the next", async () => {
    await using world = await withMachine();
    await world.client.delete(Machine, { name: "m1", namespace });
    await world.clock.advance({ minutes: 11 });
    const mark = world.mark();
    await world.clock.advance({ minutes: 30 });
    expect(ofMachines(world.reads(mark))).toEqual([]);

    await world.createMachine("m2");
    await world.settled();
    await world.bootstrapData("m2");
    await world.provisionMachine("m2");
    await world.settled();
    expect(await world.machine("m2")).toMatchObject({ status: { phase: "Provisioned" } });
    expect(watchesOf(world, mark)).toEqual(["watch testmachines.v1"]);
  });

  test("continues if another reference follows in time", async () => {
    await using world = await withMachine();
    await world.client.delete(Machine, { name: "m1", namespace });
    await world.clock.advance({ minutes: 5 });
    await world.createMachine("m2");
    await world.clock.advance({ minutes: 6 });
    await world.bootstrapData("m2");
    await world.provisionMachine("m2");
    await world.settled();
    expect(await world.machine("m2")).toMatchObject({ status: { phase: "Provisioned" } });
  });
});
