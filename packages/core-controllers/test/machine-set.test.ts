import { Cluster, Machine, MachineSet } from "@capstan/contract";
import { isNotFound } from "@capstan/runtime";
import { crdsWithoutRules } from "@capstan/harness/servers";
import { describe, expect, test } from "vitest";
import {
  bringUp,
  conditionOf,
  createTemplates,
  expectOwner,
  key,
  machines,
  machineSet,
  machineTemplate,
  summaryOf,
  worldWithTemplates,
} from "./scene/sets.ts";
import { namespace, type PlayedProviders } from "./scene/played-providers.ts";
import { TestConfig, TestMachine, TestMachineTemplate } from "./scene/provider-kinds.ts";

async function set(world: PlayedProviders, name = "s"): Promise<MachineSet> {
  return world.client.get(MachineSet, key(name));
}

describe("a MachineSet of three", () => {
  test("has three running and counted Machines with their own objects", async () => {
    await using world = await worldWithTemplates();
    const mark = world.mark();
    await world.client.create(
      MachineSet,
      machineSet("s", {
        replicas: 3,
        template: {
          ...machineTemplate("t1", { version: "v1.36.0" }),
          metadata: { labels: { tier: "web" }, annotations: { note: "yes" } },
        },
      }),
    );
    await world.settled();

    // then each Machine has the fields of the template, and owns two objects created from the templates
    const made = await machines(world);
    expect(made).toHaveLength(3);
    for (const machine of made) {
      const { name } = machine.metadata;
      expect(name).toMatch(/^s-[a-z0-9]{5}$/);
      expectOwner(machine, "MachineSet", "s");
      expect(machine).toMatchObject({
        metadata: {
          finalizers: ["machine.cluster.x-k8s.io"],
          labels: { tier: "web", "cluster.x-k8s.io/set-name": "s", "cluster.x-k8s.io/cluster-name": "c1" },
          annotations: { note: "yes" },
        },
        spec: {
          clusterName: "c1",
          version: "v1.36.0",
          bootstrap: { configRef: { kind: "TestConfig", name } },
          infrastructureRef: { kind: "TestMachine", name },
        },
      });
      for (const kind of [TestConfig, TestMachine]) {
        const object = await world.client.get(kind, key(name));
        expect(object.metadata.ownerReferences).toEqual([
          expect.objectContaining({ kind: "Machine", name, controller: true, blockOwnerDeletion: true }),
        ]);
        expect(object).toMatchObject({
          metadata: {
            labels: {
              tier: "web",
              from: "t1",
              "cluster.x-k8s.io/cluster-name": "c1",
              "cluster.x-k8s.io/set-name": "s",
            },
            annotations: {
              note: "yes",
              "cluster.x-k8s.io/cloned-from-name": "t1",
              "cluster.x-k8s.io/cloned-from-groupkind": `${kind.kind}Template.${kind.group}`,
            },
          },
          spec: { made: "t1" },
        });
      }
    }
    // three creations and one status each, and no other write
    const perMachine = world.writes(mark).filter((write) => made.some(({ metadata }) => write.endsWith(metadata.name)));
    expect(perMachine.filter((write) => write.includes("status"))).toHaveLength(3);
    expect(perMachine.filter((write) => !write.includes("status"))).toEqual([]);
    expect(world.writes(mark).filter((write) => write.startsWith("create machines "))).toHaveLength(3);
    expect(world.writes(mark).filter((write) => write.includes("->"))).toEqual([]);

    // and when they run, both versions of the counters show it
    await bringUp(world);
    const status = (await set(world)).status;
    expect(status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      upToDateReplicas: 0,
      versions: [{ version: "v1.36.0", replicas: 3 }],
      selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/set-name=s",
      deprecated: { v1beta1: { readyReplicas: 3, availableReplicas: 3, fullyLabeledReplicas: 3 } },
    });
    expect(summaryOf(await set(world))).toMatchObject({
      ScalingUp: "False",
      ScalingDown: "False",
      MachinesReady: "True",
      Remediating: "False",
      Deleting: "False",
      Paused: "False",
    });
    expect(status?.deprecated?.v1beta1?.conditions?.map(({ type, status: state }) => [type, state])).toEqual([
      ["Ready", "True"],
      ["MachinesCreated", "True"],
      ["MachinesReady", "True"],
      ["Resized", "True"],
    ]);

    // an hour later no write has happened
    await world.clock.advance({ seconds: 15 });
    const quiet = world.mark();
    await world.clock.advance({ hours: 1 });
    expect(world.writes(quiet)).toEqual([]);
  });

  test("is scaled up and down through the scale subresource, and prefers to delete the marked Machine", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 3 }));
    await bringUp(world);
    const scale = (replicas: number) =>
      world.client.patch(
        MachineSet,
        key("s"),
        { type: "merge", body: { spec: { replicas } } },
        { subresource: "scale" },
      );
    await scale(5);
    await bringUp(world);
    const five = await machines(world);
    expect(five).toHaveLength(5);
    expect((await set(world)).status).toMatchObject({ replicas: 5, readyReplicas: 5 });

    const [, , marked] = five;
    await world.patch(Machine, marked?.metadata.name ?? "", {
      metadata: { annotations: { "cluster.x-k8s.io/delete-machine": "" } },
    });
    await scale(4);
    await world.clock.advance({ seconds: 2 });
    const four = (await machines(world)).map(({ metadata }) => metadata.name);
    expect(four).toEqual(five.map(({ metadata }) => metadata.name).filter((name) => name !== marked?.metadata.name));
    // the objects of the Machine are deleted
    await expect(world.client.get(TestMachine, key(marked?.metadata.name ?? ""))).rejects.toSatisfy(isNotFound);
    await scale(0);
    await world.clock.advance({ seconds: 2 });
    expect(await machines(world)).toEqual([]);
    expect((await set(world)).status).toMatchObject({ replicas: 0 });
  });

  test("replaces a deleted Machine, and never has more than three", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 3 }));
    await bringUp(world);
    const [first, ...others] = await machines(world);
    await world.client.delete(Machine, key(first?.metadata.name ?? ""));
    await bringUp(world);
    const after = await machines(world);
    expect(after).toHaveLength(3);
    expect(after.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(others.map(({ metadata }) => metadata.name)),
    );
    expect(world.writes().filter((write) => write.startsWith("create machines "))).toHaveLength(4);
  });

  test("deletes its Machines when it is deleted", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 3 }));
    await bringUp(world);
    const [first] = await machines(world);
    await world.patch(Machine, first?.metadata.name ?? "", {
      metadata: { finalizers: ["test/hold", "machine.cluster.x-k8s.io"] },
    });
    await world.client.delete(MachineSet, key("s"));
    await world.clock.advance({ seconds: 2 });
    expect((await machines(world)).map(({ metadata }) => metadata.name)).toEqual([first?.metadata.name]);
    expect(conditionOf(await set(world), "Deleting")).toMatchObject({ status: "True", message: "Deleting 1 Machine" });
    await world.patch(Machine, first?.metadata.name ?? "", { metadata: { finalizers: null } });
    await world.clock.advance({ seconds: 1 });
    await expect(set(world)).rejects.toSatisfy(isNotFound);
  });

  test("deletes Machines by label only with the Cluster, and otherwise only its own", async () => {
    await using world = await worldWithTemplates();
    for (const name of ["s", "t"]) await world.client.create(MachineSet, machineSet(name, { replicas: 3 }));
    await bringUp(world);
    const deletions = () => world.writes().filter((write) => /^delete\w* machines /.test(write));

    // given a Machine without a controller that has the labels of the set, when the set alone is deleted, then it stays
    const [stranger] = (await machines(world)).filter(({ metadata }) => metadata.name.startsWith("s-"));
    const name = stranger?.metadata.name ?? "";
    // paused, so that it is not adopted again before the set is deleted
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    await world.patch(Machine, name, { metadata: { ownerReferences: null } });
    await world.client.delete(MachineSet, key("s"));
    await world.patch(Cluster, "c1", { spec: { paused: null } });
    await world.clock.advance({ seconds: 2 });
    expect((await world.machine(name)).metadata.deletionTimestamp).toBeUndefined();
    expect(deletions().every((write) => write.startsWith("delete machines s-"))).toBe(true);

    // given a Machine of the other set that has lost its label, when the Cluster is deleted, then all are deleted: by one request, and by
    // one more for each Machine outside of that request
    const before = deletions().length;
    const odd = (await machines(world)).find(({ metadata }) => metadata.name.startsWith("t-"))?.metadata.name ?? "";
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    await world.patch(Machine, odd, { metadata: { labels: { "cluster.x-k8s.io/set-name": null } } });
    await world.client.delete(Cluster, key("c1"));
    await world.client.delete(MachineSet, key("t"));
    await world.patch(Cluster, "c1", { spec: { paused: null } });
    await world.clock.advance({ minutes: 1 });
    expect(await machines(world)).toEqual([]);
    expect(deletions().slice(before).sort()).toEqual(
      [`delete machines ${name}`, `delete machines ${odd}`, "deletecollection machines "].sort(),
    );
  });
});

describe("labels and adoption", () => {
  test("in-place fields are changed on existing Machines and their objects", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(
      MachineSet,
      machineSet("s", {
        replicas: 2,
        template: { ...machineTemplate(), metadata: { labels: { tier: "web", old: "1" }, annotations: { a: "1" } } },
      }),
    );
    await bringUp(world);
    const names = (await machines(world)).map(({ metadata }) => metadata.name);
    await world.patch(Machine, names[0] ?? "", { metadata: { labels: { mine: "kept" } } });
    const mark = world.mark();
    await world.patch(MachineSet, "s", {
      spec: {
        template: {
          metadata: { labels: { tier: "db", old: null }, annotations: { a: "2" } },
          spec: { minReadySeconds: 5, deletion: { nodeDrainTimeoutSeconds: 60 } },
        },
      },
    });
    await world.clock.advance({ seconds: 2 });

    const changed = await machines(world);
    expect(changed).toHaveLength(names.length);
    for (const [index, machine] of changed.entries()) {
      expect(machine.metadata.name).toBe(names[index]);
      expect(machine.metadata.labels).toMatchObject({ tier: "db", ...(index === 0 ? { mine: "kept" } : {}) });
      expect(machine.metadata.labels).not.toHaveProperty("old");
      expect(machine).toMatchObject({
        metadata: { annotations: { a: "2" } },
        spec: { minReadySeconds: 5, deletion: { nodeDrainTimeoutSeconds: 60 } },
      });
      for (const kind of [TestConfig, TestMachine]) {
        const { metadata } = await world.client.get(kind, key(machine.metadata.name));
        expect(metadata.labels).toMatchObject({ tier: "db", from: "t1" });
        expect(metadata.labels).not.toHaveProperty("old");
        expect(metadata.annotations).toMatchObject({ a: "2", "cluster.x-k8s.io/cloned-from-name": "t1" });
      }
    }
    const ofSpec = world.writes(mark).filter((write) => !write.includes("status"));
    expect(ofSpec.filter((write) => names.some((name) => write.endsWith(name)))).toHaveLength(6);
  });

  test("a matching orphan is adopted; a Machine that no longer matches is released and replaced", async () => {
    await using world = await worldWithTemplates();
    const selector = { matchLabels: { pool: "a" } };
    const template = { ...machineTemplate(), metadata: { labels: { pool: "a" } } };
    await world.createMachine("loose", {});
    await world.patch(Machine, "loose", { metadata: { labels: { pool: "a" } } });
    await world.settled();
    await world.client.create(MachineSet, machineSet("s", { replicas: 2, selector, template }));
    await world.settled();
    expect(await machines(world)).toHaveLength(2);
    expectOwner(await world.machine("loose"), "MachineSet", "s");

    await world.patch(Machine, "loose", { metadata: { labels: { pool: "b" } } });
    await world.settled();
    const all = await machines(world);
    expect(all).toHaveLength(3);
    expect((await world.machine("loose")).metadata.labels).toMatchObject({ pool: "b" });
    expect((await world.machine("loose")).metadata.deletionTimestamp).toBeUndefined();
  });
});

describe("obstacles for a MachineSet", () => {
  test("a missing template is reported, and Machines are created when it appears", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 1, template: machineTemplate("t3") }));
    await world.settled();
    expect(await machines(world)).toEqual([]);
    const condition = conditionOf(await set(world), "ScalingUp");
    expect(condition).toMatchObject({ status: "True", reason: "ScalingUp" });
    expect(condition).toHaveProperty("message", expect.stringContaining("TestMachineTemplate t3 does not exist"));
    await createTemplates(world, "t3");
    await world.clock.advance({ seconds: 1 });
    expect(await machines(world)).toHaveLength(1);
  });

  test.each([
    [{ selector: { matchLabels: { never: "there" } } }, "spec.selector does not match"],
    [{ machineNaming: { template: "{{ .machineSet.name }}" } }, "must contain {{ .random }}"],
    [{ clusterName: "c2" }, "Cluster c2 (spec.clusterName) does not exist"],
  ])("%j passes admission, creates no Machine, and is reported", async (spec, message) => {
    await using world = await worldWithTemplates({ coreCRDs: crdsWithoutRules() });
    await world.client.create(MachineSet, machineSet("s", { replicas: 2, ...spec }));
    await world.clock.advance({ seconds: 3 });
    expect(await machines(world)).toEqual([]);
    expect(conditionOf(await set(world), "ScalingUp")).toHaveProperty("message", expect.stringContaining(message));
  });

  test("a paused MachineSet is not reconciled", async () => {
    await using world = await worldWithTemplates();
    const paused = machineSet("s", { replicas: 2 });
    paused.metadata.annotations = { "cluster.x-k8s.io/paused": "" };
    await world.client.create(MachineSet, paused);
    await world.settled();
    expect(await machines(world)).toEqual([]);
    expect(conditionOf(await set(world), "Paused")).toMatchObject({ status: "True" });
    await world.patch(MachineSet, "s", { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } });
    await world.settled();
    expect(await machines(world)).toHaveLength(2);
  });
});

describe("templates", () => {
  test("are owned by the Cluster, and leave no objects when a Machine cannot be created", async () => {
    await using world = await worldWithTemplates();
    // given a template whose objects the server refuses
    await world.client.create(TestMachineTemplate, {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1",
      kind: "TestMachineTemplate",
      metadata: { name: "bad", namespace },
      spec: { template: { metadata: { labels: { "not a label!": "x" } } } },
    });
    const template = machineTemplate("t1");
    template.spec.infrastructureRef.name = "bad";
    await world.client.create(MachineSet, machineSet("s", { replicas: 2, template }));
    await world.settled();
    expect(conditionOf(await set(world), "ScalingUp")).toHaveProperty(
      "message",
      expect.stringContaining("refused the TestMachine: Invalid (metadata.labels)"),
    );
    // and the retries slow down
    await world.clock.advance({ minutes: 30 });
    const attempts = world.writes().filter((write) => write.startsWith("create machines "));
    expect(attempts.length).toBeLessThan(20);

    // then the incomplete Machine is deleted with its config
    await world.client.delete(MachineSet, key("s"));
    await world.clock.advance({ seconds: 3 });
    expect(await machines(world)).toEqual([]);
    expect((await world.client.list(TestConfig, { namespace })).items).toEqual([]);
    const { metadata } = await world.client.get(TestMachineTemplate, key("bad"));
    expect(metadata.ownerReferences).toEqual([expect.objectContaining({ kind: "Cluster", name: "c1" })]);
  });
});
