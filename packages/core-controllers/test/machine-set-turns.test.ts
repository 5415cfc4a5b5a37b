// A set with very many missing or surplus Machines.
import type { Machine, MachineSet } from "@capstan/contract";
import type { Client, Informer } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { randomText } from "@capstan/runtime";
import { expect, test } from "vitest";
import { CreationRate } from "../src/controllers/machine-set/creation-rate.ts";
import { MachineDeletions } from "../src/controllers/machine-set/machine-deletions.ts";
import { MachineGrowth, type MachineGrowthOptions } from "../src/controllers/machine-set/machine-growth.ts";
import type { SetMachine } from "../src/controllers/machine-set/reads.ts";
import { found } from "./scene/objects.ts";
import { machineSet } from "./scene/sets.ts";

/** A set of 200,000 replicas, and a client that accepts and counts all requests. */
function scene() {
  const set = machineSet("many", { replicas: 200_000 });
  set.metadata.uid = "uid-of-the-set";
  const asked = { create: new Map<string, number>(), delete: 0 };
  const client: Pick<Client, "create" | "delete"> = {
    create: (kind, object) => {
      asked.create.set(kind.kind, (asked.create.get(kind.kind) ?? 0) + 1);
      return Promise.resolve(object);
    },
    delete: () => {
      asked.delete += 1;
      return Promise.resolve({});
    },
  };
  const recorder = { record: () => undefined };
  const machineSets = { get: () => set } as unknown as Informer<MachineSet>;
  const options = { client: client as Client, clock: new FakeClock(), recorder, machineSets, random: randomText };
  return { set, asked, options, signal: new AbortController().signal };
}

/** The steps of a set with missing Machines, at this rate per second for its namespace. */
function growing(machinesPerSecond: number) {
  const { set, asked, options, signal } = scene();
  const { clock } = options;
  const creationRate = new CreationRate(clock, machinesPerSecond);
  const growth = new MachineGrowth({
    ...options,
    creationRate,
    machineReferences: {},
  } as unknown as MachineGrowthOptions);
  const templates = { bootstrap: undefined, infrastructure: found("TestMachineTemplate", { spec: { template: {} } }) };
  const grow = (lacking: number, of = set) =>
    growth.run({ set: of, deployment: undefined, machines: [], templates, controlPlane: undefined }, lacking, signal);
  return { set, asked, clock, grow };
}

test.each([
  [3, 3, {}],
  [100, 100, {}],
  [200_000, 100, { nextMs: 1 }],
])(
  "a set with %i missing Machines creates %i in a reconcile without a rate, and then %j",
  async (lacking, made, then) => {
    const { asked, grow } = growing(0);
    expect(await grow(lacking)).toEqual(then);
    expect(asked.create).toEqual(
      new Map([
        ["Machine", made],
        ["TestMachine", made],
      ]),
    );
  },
);

test("the sets of a namespace create 20 Machines at once, then 10 per second, independent of other namespaces", async () => {
  const { set, asked, clock, grow } = growing(10);
  const elsewhere = { ...set, metadata: { ...set.metadata, namespace: "other", uid: "uid-elsewhere" } };
  const created = async (lacking: number, of = set): Promise<number> => {
    const before = asked.create.get("Machine") ?? 0;
    await grow(lacking, of);
    return (asked.create.get("Machine") ?? 0) - before;
  };

  expect(await grow(200_000)).toEqual({ nextMs: 500 });
  expect(asked.create.get("Machine")).toBe(20);
  expect(await created(5)).toBe(0);
  expect(await created(15, elsewhere)).toBe(15);
  await clock.advance(500);
  expect(await created(200_000)).toBe(5);
  await clock.advance(60_000);
  expect(await created(200_000)).toBe(20);
});

test.each([
  [3, 3, false],
  [100, 100, false],
  [200_000, 100, true],
])("a set with %i surplus Machines deletes %i in a reconcile; more remain: %s", async (many, deleted, hasMore) => {
  const { set, asked, options, signal } = scene();
  const machines = Array.from({ length: many }, (_, index): SetMachine => {
    const machine: Pick<Machine, "metadata" | "spec"> = {
      metadata: { name: `m${index}`, namespace: "default" },
      spec: { clusterName: "c1", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "K", name: "n" } },
    };
    return machine as unknown as SetMachine;
  });
  const deletions = new MachineDeletions(options);
  expect(await deletions.delete(set, machines, signal)).toBe(hasMore);
  expect(asked.delete).toBe(deleted);
});
