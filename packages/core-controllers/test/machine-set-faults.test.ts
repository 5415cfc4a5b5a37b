import { Cluster, Machine, MachineSet } from "@capstan/contract";
import { ApiError, type Client, ConnectionError, installCRDs, randomText } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { MachineFactory } from "../src/controllers/machine-set/machine-factory.ts";
import { found } from "./scene/objects.ts";
import { bringUp, conditionOf, key, machines, machineSet, worldWithTemplates } from "./scene/sets.ts";
import { namespace } from "./scene/played-providers.ts";
import { definitionOf, TestConfig, TestControlPlane, TestMachine } from "./scene/provider-kinds.ts";

describe("health", () => {
  test("a Machine that fails its health check is reported, deleted and replaced", async () => {
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 2 }));
    await bringUp(world);
    const [ill, well] = (await machines(world)).map(({ metadata }) => metadata.name);
    const { status } = await world.machine(ill ?? "");
    const at = { lastTransitionTime: new Date(world.clock.now()).toISOString(), message: "", reason: "NodeNotReady" };
    const verdict = ["HealthCheckSucceeded", "OwnerRemediated"].map((type) => ({ type, status: "False", ...at }));
    // keep it, so that its report is visible
    await world.patch(Machine, ill ?? "", { metadata: { finalizers: ["machine.cluster.x-k8s.io", "test/hold"] } });
    await world.patchStatus(Machine, ill ?? "", { conditions: [...(status?.conditions ?? []), ...verdict] });
    await world.clock.advance({ seconds: 2 });
    const reported = await world.machine(ill ?? "");
    expect(reported.metadata.deletionTimestamp).toBeDefined();
    expect(conditionOf(reported, "OwnerRemediated")).toMatchObject({ status: "False", reason: "MachineDeleting" });
    expect(conditionOf(await world.client.get(MachineSet, key("s")), "Remediating")).toMatchObject({ status: "True" });

    await world.patch(Machine, ill ?? "", { metadata: { finalizers: null } });
    await bringUp(world);
    const after = (await machines(world)).map(({ metadata }) => metadata.name);
    expect(after).toHaveLength(2);
    expect(after).toContain(well);
    expect(conditionOf(await world.client.get(MachineSet, key("s")), "Remediating")).toMatchObject({ status: "False" });
  });
});

describe("a control plane during an upgrade", () => {
  test("blocks remediation and scaling up, reports this, and allows both when it is done", async () => {
    // given two workers, and a control plane whose desired version differs from its actual one
    await using world = await worldWithTemplates();
    await world.client.create(MachineSet, machineSet("s", { replicas: 2 }));
    await bringUp(world);
    await installCRDs(world.client, [definitionOf(TestControlPlane)]);
    await world.client.create(TestControlPlane, {
      apiVersion: "controlplane.cluster.x-k8s.io/v1",
      kind: "TestControlPlane",
      metadata: { name: "cp", namespace },
      spec: { version: "v1.36.1" },
    });
    await world.patchStatus(TestControlPlane, "cp", {
      initialization: { controlPlaneInitialized: true },
      versions: [{ version: "v1.36.0" }],
    });
    await world.patch(Cluster, "c1", {
      spec: { controlPlaneRef: { apiGroup: TestControlPlane.group, kind: "TestControlPlane", name: "cp" } },
    });
    await world.settled();

    // when a health check fails for one of them, and a third is requested
    const [ill = ""] = (await machines(world)).map(({ metadata }) => metadata.name);
    const { status } = await world.machine(ill);
    const at = { lastTransitionTime: new Date(world.clock.now()).toISOString(), message: "", reason: "NodeNotReady" };
    const verdict = ["HealthCheckSucceeded", "OwnerRemediated"].map((type) => ({ type, status: "False", ...at }));
    await world.patchStatus(Machine, ill, { conditions: [...(status?.conditions ?? []), ...verdict] });
    await world.patch(MachineSet, "s", { spec: { replicas: 3 } });
    await world.settled();
    await world.clock.advance({ seconds: 2 });

    // then
    const reported = await world.machine(ill);
    expect(reported.metadata.deletionTimestamp).toBeUndefined();
    const why = 'TestControlPlane default/cp is upgrading ("ControlPlaneIsStable" preflight check failed)';
    expect(conditionOf(reported, "OwnerRemediated")).toMatchObject({
      reason: "RemediationDeferred",
      message: `* ${why}`,
    });
    expect(reported.status?.deprecated?.v1beta1?.conditions).toContainEqual(
      expect.objectContaining({
        type: "OwnerRemediated",
        status: "False",
        reason: "WaitingForRemediation",
        message: why,
      }),
    );
    const set = await world.client.get(MachineSet, key("s"));
    expect(conditionOf(set, "ScalingUp")).toMatchObject({
      status: "True",
      message: expect.stringContaining(why) as string,
    });
    expect(set.status?.deprecated?.v1beta1?.conditions).toContainEqual(
      expect.objectContaining({
        type: "MachinesCreated",
        severity: "Error",
        reason: "PreflightCheckFailed",
        message: why,
      }),
    );
    expect(await machines(world)).toHaveLength(2);

    // and when it is done, then both happen within 15 seconds
    await world.patchStatus(TestControlPlane, "cp", { versions: [{ version: "v1.36.1" }] });
    await world.clock.advance({ seconds: 16 });
    await world.settled();
    const after = (await machines(world)).map(({ metadata }) => metadata.name);
    expect(after).toHaveLength(3);
    expect(after).not.toContain(ill);
  });
});

describe("Machines are created once, and every object is cleaned up", () => {
  test("after a restart of the controllers in the middle of twenty Machines", async () => {
    await using world = await worldWithTemplates();
    const made = () => world.writes().filter((write) => write.startsWith("create machines ")).length;
    await world.client.create(MachineSet, machineSet("s", { replicas: 20 }));
    for (let restart = 1; restart <= 3; restart += 1) {
      await expect.poll(made, { interval: 1 }).toBeGreaterThan(restart * 3);
      await world.stopControllers();
      await world.startControllers();
    }
    await world.settled();
    await world.clock.advance({ seconds: 5 });
    const names = (await machines(world)).map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(20);
    for (const kind of [TestConfig, TestMachine]) {
      const { items } = await world.client.list(kind, { namespace });
      expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(names);
    }
    expect(world.writes().filter((write) => write.startsWith("delete machines "))).toEqual([]);
  });

  test("after a lost response: the retry uses the same name, and finds the Machine", async () => {
    // given a server that stores the first Machine and closes the connection
    const stored = new Map<string, Machine>();
    const asked: string[] = [];
    const scripted: Pick<Client, "create" | "get"> = {
      create: (kind, object) => {
        if (kind.kind !== "Machine") return Promise.resolve(object);
        const { name } = object.metadata;
        asked.push(name);
        if (stored.has(name)) {
          return Promise.reject(new ApiError("exists", { status: 409, reason: "AlreadyExists" }));
        }
        stored.set(name, object as unknown as Machine);
        return stored.size === 1 ? Promise.reject(new ConnectionError("reset")) : Promise.resolve(object);
      },
      get: <T>(_kind: unknown, { name }: { name: string }) => Promise.resolve(stored.get(name) as T),
    };
    const factory = new MachineFactory({
      client: scripted as Client,
      recorder: { record: () => undefined },
      random: randomText,
    });
    const set = machineSet("s", { replicas: 2 });
    set.metadata.uid = "uid-s";
    const templates = { bootstrap: undefined, infrastructure: found("TestMachineTemplate") };
    const signal = new AbortController().signal;

    // when a Machine is requested, and requested again after a missing response
    const create = (count: number) => factory.create(set, templates, count, () => true, signal);
    await expect(create(1)).rejects.toBeInstanceOf(ConnectionError);
    await create(1);

    // then it exists once, and the next request creates another
    expect(asked[1]).toBe(asked[0]);
    expect(stored.size).toBe(1);
    await create(1);
    expect(stored.size).toBe(2);
  });
});
