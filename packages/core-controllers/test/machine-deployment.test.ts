import { Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { isNotFound } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { areOwnCRDs } from "@capstan/harness/servers";
import {
  bringUp,
  conditionOf,
  expectOwner,
  key,
  machineDeployment,
  machines,
  machineSet,
  machineTemplate,
  sets,
  summaryOf,
  worldWithTemplates,
} from "./scene/sets.ts";
import { namespace, type PlayedProviders } from "./scene/played-providers.ts";
import { TestConfig, TestMachine, TestMachineTemplate } from "./scene/provider-kinds.ts";

const revision = "machinedeployment.clusters.x-k8s.io/revision";

async function deployment(world: PlayedProviders, name = "d"): Promise<MachineDeployment> {
  return world.client.get(MachineDeployment, key(name));
}

/** Sets the other template. */
async function roll(world: PlayedProviders, template = "t2"): Promise<void> {
  await world.patch(MachineDeployment, "d", { spec: { template: { spec: machineTemplate(template).spec } } });
  await world.clock.advance({ seconds: 1 });
}

describe("a MachineDeployment of three", () => {
  test("has one MachineSet of three, runs, and reports it in both versions", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(
      MachineDeployment,
      machineDeployment("d", { replicas: 3, template: machineTemplate("t1", { version: "1.36.0" }) }),
    );
    await world.settled();
    const selected = { "cluster.x-k8s.io/cluster-name": "c1", "cluster.x-k8s.io/deployment-name": "d" };
    expect(await deployment(world)).toMatchObject({
      metadata: {
        finalizers: ["cluster.x-k8s.io/machinedeployment"],
        labels: { "cluster.x-k8s.io/cluster-name": "c1" },
        annotations: { [revision]: "1" },
        ownerReferences: [{ kind: "Cluster", name: "c1" }],
      },
      spec: {
        // The stored object is as created, except for the selector.
        ...(areOwnCRDs ? { selector: { matchLabels: selected } } : { selector: {} }),
        template: { spec: { version: "1.36.0" } },
      },
    });
    const [set, ...others] = await sets(world);
    expect(others).toEqual([]);
    if (set === undefined) throw new Error("There is no MachineSet");
    expectOwner(set, "MachineDeployment", "d");
    const suffix = set.metadata.name.slice("d-".length);
    const hash = set.metadata.labels?.["machine-template-hash"] ?? "";
    expect(hash).toMatch(new RegExp(`^\\d+-${suffix}$`));
    const ofDeployment = {
      "cluster.x-k8s.io/cluster-name": "c1",
      "cluster.x-k8s.io/deployment-name": "d",
      "machine-template-hash": hash,
    };
    expect(set).toMatchObject({
      metadata: {
        finalizers: ["cluster.x-k8s.io/machineset"],
        labels: ofDeployment,
        annotations: {
          [revision]: "1",
          "machinedeployment.clusters.x-k8s.io/desired-replicas": "3",
          "machinedeployment.clusters.x-k8s.io/max-replicas": "4",
          "cluster.x-k8s.io/disable-machine-create": "false",
        },
      },
      spec: { replicas: 3, selector: { matchLabels: ofDeployment }, template: { metadata: { labels: ofDeployment } } },
    });
    const made = await machines(world);
    expect(made).toHaveLength(3);
    for (const machine of made) {
      expect(machine.metadata.name.startsWith(`${set.metadata.name}-`)).toBe(true);
      expect(machine.metadata.labels).toMatchObject({
        ...ofDeployment,
        "cluster.x-k8s.io/set-name": set.metadata.name,
      });
    }

    await bringUp(world);
    await world.clock.advance({ seconds: 2 });
    const after = await deployment(world);
    expect(after.status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      upToDateReplicas: 3,
      phase: "Running",
      versions: [{ version: "v1.36.0", replicas: 3 }],
      selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/deployment-name=d",
      deprecated: {
        v1beta1: { updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3, unavailableReplicas: 0 },
      },
    });
    expect(summaryOf(after)).toEqual({
      Available: "True",
      Deleting: "False",
      MachinesReady: "True",
      MachinesUpToDate: "True",
      Paused: "False",
      Remediating: "False",
      RollingOut: "False",
      ScalingDown: "False",
      ScalingUp: "False",
    });
    expect(after.status?.deprecated?.v1beta1?.conditions?.map(({ type, status }) => [type, status])).toEqual([
      ["Ready", "True"],
      ["Available", "True"],
      ["MachineSetReady", "True"],
    ]);
    const [machine] = await machines(world);
    expect(machine && conditionOf(machine, "UpToDate")).toMatchObject({ status: "True", reason: "UpToDate" });

    const quiet = world.mark();
    await world.clock.advance({ hours: 1 });
    expect(world.writes(quiet)).toEqual([]);
    expect(world.writes().filter((write) => write.includes("->"))).toEqual([]);
  });

  test("causes no write after a restart of the controllers", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 3 }));
    await bringUp(world);
    await world.clock.advance({ seconds: 2 });
    await world.stopControllers();
    const mark = world.mark();
    await world.startControllers();
    await world.clock.advance({ seconds: 5 });
    // Where the selector must stay empty, the controllers read the reason once.
    const reads = areOwnCRDs ? [] : ["get customresourcedefinitions machinedeployments.cluster.x-k8s.io"];
    expect(world.writes(mark)).toEqual(reads);
  });

  test("is scaled through the scale subresource, and deletes its sets and Machines with itself", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 3 }));
    await bringUp(world);
    await world.client.patch(
      MachineDeployment,
      key("d"),
      { type: "merge", body: { spec: { replicas: 5 } } },
      { subresource: "scale" },
    );
    await bringUp(world);
    expect(await machines(world)).toHaveLength(5);
    await world.clock.advance({ seconds: 2 });
    expect((await deployment(world)).status).toMatchObject({ replicas: 5, availableReplicas: 5, phase: "Running" });

    await world.client.delete(MachineDeployment, key("d"));
    await world.clock.advance({ seconds: 3 });
    await expect(deployment(world)).rejects.toSatisfy(isNotFound);
    expect(await sets(world)).toEqual([]);
    expect(await machines(world)).toEqual([]);
    for (const kind of [TestConfig, TestMachine]) {
      expect((await world.client.list(kind, { namespace })).items).toEqual([]);
    }
  });
});

describe("a rolling update", () => {
  test("with maxSurge 1 and maxUnavailable 0 has never fewer than three Ready, nor more than four", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 3 }));
    await bringUp(world);
    const old = (await machines(world)).map(({ metadata }) => metadata.name);
    const history = watchMachines(world);
    await roll(world);
    expect(conditionOf(await deployment(world), "RollingOut")).toMatchObject({
      status: "True",
      message: "Rolling out 3 not up-to-date replicas\n* TestConfig is not up-to-date\n* TestMachine is not up-to-date",
    });

    for (let step = 0; step < 8; step += 1) await bringUp(world);
    await world.clock.advance({ seconds: 2 });
    const after = await machines(world);
    expect(after).toHaveLength(3);
    expect(after.filter(({ metadata }) => old.includes(metadata.name))).toEqual([]);
    for (const { metadata } of after) {
      expect((await world.client.get(TestMachine, key(metadata.name))).spec).toMatchObject({ made: "t2" });
    }
    const seen = await history.end();
    expect(Math.min(...seen.map(({ ready }) => ready))).toBeGreaterThanOrEqual(3);
    expect(Math.max(...seen.map(({ total }) => total))).toBe(4);

    // the old set is empty when the rollout ends, and its objects are deleted
    const [set, ...others] = await sets(world);
    expect(others).toEqual([]);
    expect(set?.metadata.annotations).toMatchObject({ [revision]: "2" });
    expect((await deployment(world)).metadata.annotations).toMatchObject({ [revision]: "2" });
    expect((await world.client.list(TestMachine, { namespace })).items).toHaveLength(3);
    expect(world.writes().filter((write) => write.startsWith("create machines "))).toHaveLength(6);
    expect(world.writes().filter((write) => write.includes("->"))).toEqual([]);
  });

  test("returns to the existing set, under a new revision", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 3 }));
    await bringUp(world);
    const [first] = await sets(world);
    await roll(world);
    expect(await sets(world)).toHaveLength(2);
    await roll(world, "t1");
    await world.clock.advance({ seconds: 2 });
    const [only] = await sets(world);
    expect(await sets(world)).toHaveLength(1);
    expect(only?.metadata).toMatchObject({
      name: first?.metadata.name,
      annotations: { [revision]: "3", "machinedeployment.clusters.x-k8s.io/revision-history": "1" },
    });
    expect((await machines(world)).map(({ metadata }) => metadata.name)).toHaveLength(3);
  });

  test("applies changes in place if they need no new Machine", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 2 }));
    await bringUp(world);
    const before = (await machines(world)).map(({ metadata }) => metadata.uid);
    await world.patch(MachineDeployment, "d", {
      metadata: { annotations: { team: "a" } },
      spec: {
        deletion: { order: "Oldest" },
        machineNaming: { template: "x-{{ .random }}" },
        template: {
          metadata: { labels: { tier: "db" } },
          spec: { minReadySeconds: 1, deletion: { nodeDrainTimeoutSeconds: 7 }, taints: [taint] },
        },
      },
    });
    await world.clock.advance({ seconds: 3 });
    const [set] = await sets(world);
    expect(set).toMatchObject({
      metadata: { annotations: { team: "a" }, labels: { tier: "db" } },
      spec: { deletion: { order: "Oldest" }, machineNaming: { template: "x-{{ .random }}" } },
    });
    const after = await machines(world);
    expect(after.map(({ metadata }) => metadata.uid)).toEqual(before);
    for (const machine of after) {
      expect(machine).toMatchObject({
        metadata: { labels: { tier: "db" } },
        spec: { minReadySeconds: 1, deletion: { nodeDrainTimeoutSeconds: 7 }, taints: [taint] },
      });
    }
    await world.patch(MachineDeployment, "d", {
      spec: { replicas: 3, template: { metadata: { labels: { tier: null } } } },
    });
    await world.settled();
    expect((await machines(world)).some(({ metadata }) => metadata.name.startsWith("x-"))).toBe(true);
    expect((await machines(world)).some(({ metadata }) => "tier" in (metadata.labels ?? {}))).toBe(false);
  });

  test("stops while the deployment is paused; scaling continues", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 2 }));
    await bringUp(world);
    await world.patch(MachineDeployment, "d", { spec: { paused: true } });
    await roll(world);
    expect(await sets(world)).toHaveLength(1);
    await world.patch(MachineDeployment, "d", { spec: { replicas: 3 } });
    await world.settled();
    expect((await sets(world)).map(({ spec }) => spec.replicas)).toEqual([3]);
    // and a manual change of its set is reverted, with or without a rollout
    const [set] = await sets(world);
    await world.patch(MachineSet, set?.metadata.name ?? "", { spec: { replicas: 1 } });
    await world.settled();
    expect((await sets(world)).map(({ spec }) => spec.replicas)).toEqual([3]);
    await world.patch(MachineDeployment, "d", { spec: { paused: false } });
    await world.settled();
    expect(await sets(world)).toHaveLength(2);
  });

  test("waits for spec.rollout.after, and then replaces Machines of the same template", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 1 }));
    await bringUp(world);
    const [old] = await machines(world);
    await world.clock.advance({ minutes: 1 });
    const after = new Date(world.clock.now() + 60_000).toISOString().replace(/\.\d+Z/, "Z");
    await world.patch(MachineDeployment, "d", { spec: { rollout: { after } } });
    await world.settled();
    expect(await sets(world)).toHaveLength(1);
    await world.clock.advance({ seconds: 62 });
    expect(await sets(world)).toHaveLength(2);
    for (let step = 0; step < 3; step += 1) await bringUp(world);
    const [only, ...others] = await machines(world);
    expect(others).toEqual([]);
    expect(only?.metadata.name).not.toBe(old?.metadata.name);
  });

  test("with OnDelete waits until a user deletes the old Machines", async () => {
    await using world = await worldWithTemplates();
    const rollout = { strategy: { type: "OnDelete" as const } };
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 2, rollout }));
    await bringUp(world);
    await roll(world);
    await world.clock.advance({ minutes: 1 });
    expect((await sets(world)).map(({ spec }) => spec.replicas)).toEqual([2, 0]);
    const [first] = await machines(world);
    await world.client.delete(Machine, key(first?.metadata.name ?? ""));
    await bringUp(world);
    expect((await sets(world)).map(({ spec }) => spec.replicas)).toEqual([1, 1]);
    expect(await machines(world)).toHaveLength(2);
    expect((await deployment(world)).spec.rollout).toEqual(rollout);
  });
});

describe("adoption and obstacles", () => {
  test("a matching MachineSet is adopted, with its Machines", async () => {
    await using world = await worldWithTemplates();
    const own = { "cluster.x-k8s.io/deployment-name": "d" };
    const set = machineSet("orphan", {
      replicas: 1,
      selector: { matchLabels: own },
      template: { ...machineTemplate(), metadata: { labels: own } },
    });
    set.metadata.labels = { ...own, "cluster.x-k8s.io/cluster-name": "c1" };
    await world.client.create(MachineSet, set);
    await bringUp(world);
    await world.client.create(MachineDeployment, machineDeployment("d", { replicas: 1 }));
    await world.clock.advance({ seconds: 2 });
    const [only, ...others] = await sets(world);
    expect(others).toEqual([]);
    expect(only?.metadata.name).toBe("orphan");
    if (only !== undefined) expectOwner(only, "MachineDeployment", "d");
    expect(await machines(world)).toHaveLength(1);
  });

  test("a missing template is reported, and no MachineSet is created", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", { template: machineTemplate("t3") }));
    await world.settled();
    expect(await sets(world)).toEqual([]);
    expect(conditionOf(await deployment(world), "ScalingUp")).toMatchObject({
      status: "True",
      message: expect.stringContaining("TestMachineTemplate t3 does not exist") as string,
    });
    expect(conditionOf(await deployment(world), "Available")).toMatchObject({
      status: "Unknown",
      reason: "WaitingForAvailableReplicasSet",
    });
  });

  test("a MachineSet that the server refuses is reported, and retried with increasing delays", async () => {
    await using world = await worldWithTemplates();
    // given annotations to which those of a MachineSet cannot be added
    const full = machineDeployment("d", { replicas: 2 });
    full.metadata.annotations = { own: "x".repeat(262_050) };
    await world.client.create(MachineDeployment, full);
    await world.settled();
    const refused = expect.stringContaining("refused the MachineSet: Invalid (metadata.annotations)") as string;
    expect(conditionOf(await deployment(world), "ScalingUp")).toHaveProperty("message", refused);
    await world.clock.advance({ minutes: 30 });
    expect(world.writes().filter((write) => write.startsWith("create machinesets ")).length).toBeLessThan(20);
    // when the annotation becomes shorter, then the MachineSet is created
    await world.patch(MachineDeployment, "d", { metadata: { annotations: { own: "x" } } });
    await world.settled();
    expect(await machines(world)).toHaveLength(2);
  });

  test("the Cluster owns the templates", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineDeployment, machineDeployment("d", {}));
    await world.settled();
    const { metadata } = await world.client.get(TestMachineTemplate, key("t1"));
    expect(metadata.ownerReferences).toEqual([expect.objectContaining({ kind: "Cluster", name: "c1" })]);
  });
});

const taint = { key: "a", value: "b", effect: "NoSchedule" as const, propagation: "Always" as const };

/** Every state of the Machines that a watch reports: their number, and the number of Ready ones. */
function watchMachines(world: PlayedProviders) {
  const known = new Map<string, boolean>();
  const seen: { total: number; ready: number }[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    let isComplete = false;
    try {
      for await (const event of world.client.watch(Machine, { signal: stopping.signal })) {
        const { metadata, status } = event.object;
        const ready =
          status?.conditions?.some(({ type, status: state }) => type === "Ready" && state === "True") === true;
        if (event.type === "DELETED") known.delete(metadata.name);
        else known.set(metadata.name, ready);
        isComplete ||= known.size >= 3;
        if (isComplete) seen.push({ total: known.size, ready: [...known.values()].filter(Boolean).length });
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  })();
  return {
    end: async () => {
      stopping.abort();
      await done;
      return seen;
    },
  };
}
