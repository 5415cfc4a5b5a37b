// A set that lacks very many Machines, or has very many too many.
import { Machine, MachineSet } from "@capstan/contract";
import { expect, test } from "vitest";
import { TestMachine } from "./scene/provider-kinds.ts";
import { namespace } from "./scene/played-providers.ts";
import { key, machineSet, worldWithTemplates } from "./scene/sets.ts";

const wished = 200_000;

async function scene() {
  const world = await worldWithTemplates();
  const count = async (set: string): Promise<number> => {
    const { items } = await world.client.list(Machine, { namespace });
    return items.filter(({ metadata }) => metadata.ownerReferences?.some(({ name }) => name === set)).length;
  };
  return Object.assign(world, { count });
}

test("makes a hundred at a time, and goes on when others have had their turn", async () => {
  await using world = await scene();
  await world.client.create(MachineSet, machineSet("many", { replicas: wished }));
  await world.settled();
  const first = await world.count("many");
  await world.client.create(MachineSet, machineSet("few", { replicas: 2 }));
  await world.settled();
  // then it has made a hundred once or twice, and the other set has its Machines
  const many = await world.count("many");
  expect([first, many].map((count) => [count % 100, count <= 300])).toEqual([
    [0, true],
    [0, true],
  ]);
  expect(await world.count("few")).toBe(2);
  // and each of them has what is behind it
  expect((await world.client.list(TestMachine, { namespace })).items).toHaveLength(many + 2);
  await world.clock.advance({ seconds: 1 });
  await world.settled();
  expect(await world.count("many")).toBeGreaterThan(many);
});

test("deletes a hundred at a time", async () => {
  await using world = await scene();
  await world.client.create(MachineSet, machineSet("s", { replicas: 150 }));
  await world.settled();
  await world.clock.advance({ seconds: 1 });
  await world.settled();
  expect(await world.count("s")).toBe(150);
  // given Machines that stay until the test lets them go
  const going = async (): Promise<number> =>
    (await world.client.list(Machine, { namespace })).items.filter(
      ({ metadata }) => metadata.deletionTimestamp !== undefined,
    ).length;
  for (const { metadata } of (await world.client.list(Machine, { namespace })).items) {
    await world.patch(Machine, metadata.name, { metadata: { finalizers: ["test/hold"] } });
  }
  await world.client.patch(MachineSet, key("s"), { type: "merge", body: { spec: { replicas: 0 } } });
  await world.settled();
  expect(await going()).toBe(100);
  await world.clock.advance({ seconds: 1 });
  await world.settled();
  expect(await going()).toBe(150);
});
