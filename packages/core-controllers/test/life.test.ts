import { Cluster, Machine } from "@capstan/contract";
import { isNotFound, Node } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, PlayedProviders, type PlayedProvidersOptions } from "./scene/played-providers.ts";
import { definitionOf, TestCluster, TestConfig, TestMachine } from "./scene/provider-kinds.ts";

async function isGone(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

async function reachable(options: PlayedProvidersOptions = {}): Promise<PlayedProviders> {
  const world = await PlayedProviders.start(options);
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  return world;
}

const key = (name: string) => ({ name, namespace });

describe("deletion", () => {
  test("removes the infrastructure, the config, the Node and the Machine, in this order", async () => {
    // given a worker whose provider objects have finalizers
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    await world.run("w", { finalizers: ["test/provider"] });
    expect(await world.machine("w")).toMatchObject({ status: { phase: "Running" } });

    // when it is deleted, then each object is deleted after the one before is removed
    await world.client.delete(Machine, key("w"));
    await world.settled();
    expect(await world.machine("w")).toMatchObject({ status: { phase: "Deleting" } });
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForInfrastructureDeletion" });
    expect((await world.nodes.get(Node, { name: "w" })).spec?.unschedulable).toBe(true);
    expect((await world.client.get(TestMachine, key("w"))).metadata.deletionTimestamp).toBeDefined();
    expect((await world.client.get(TestConfig, key("w"))).metadata.deletionTimestamp).toBeUndefined();

    await world.release(TestMachine, "w");
    await world.clock.advance({ seconds: 2 });
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForBootstrapDeletion" });
    expect((await world.client.get(TestConfig, key("w"))).metadata.deletionTimestamp).toBeDefined();
    expect(await isGone(world.nodes.get(Node, { name: "w" }))).toBe(false);

    await world.release(TestConfig, "w");
    await world.settled();
    expect(await isGone(world.nodes.get(Node, { name: "w" }))).toBe(true);
    expect(await isGone(world.machine("w"))).toBe(true);
    expect((await world.nodes.get(Node, { name: "cp" })).spec?.unschedulable ?? false).toBe(false);
  });

  test("causes no status write when each step is short", async () => {
    // given a worker whose infrastructure has a finalizer, as most do, and whose config has none
    await using world = await reachable({ holdStatus: true });
    await world.run("cp", { controlPlane: true });
    await world.run("w", { finalizers: ["test/provider"] });
    await world.release(TestConfig, "w");
    const mark = world.mark();
    const ofMachine = (): string[] => world.writes(mark).filter((write) => write.endsWith(" w"));

    // when it is deleted
    await world.client.delete(Machine, key("w"));
    await world.settled();
    expect(ofMachine()).toEqual(["delete testmachines w"]);

    // and its infrastructure is removed, then the Machine is removed with its config and its Node
    await world.release(TestMachine, "w");
    await world.settled();
    expect(ofMachine().slice(1)).toEqual(["delete testconfigs w", "patch machines w"]);
    expect(await isGone(world.machine("w"))).toBe(true);
    expect(await isGone(world.nodes.get(Node, { name: "w" }))).toBe(true);
  });

  test("is shown after two seconds, and not earlier, with the pending object", async () => {
    await using world = await reachable({ holdStatus: true });
    await world.run("cp", { controlPlane: true });
    await world.run("w", { finalizers: ["test/provider"] });
    await world.client.delete(Machine, key("w"));
    await world.settled();
    await world.release(TestMachine, "w");
    await world.settled();
    const mark = world.mark();
    const ofMachine = (): string[] => world.writes(mark).filter((write) => write.endsWith(" w"));
    await world.clock.advance({ milliseconds: 1_900 });
    expect(ofMachine()).toEqual([]);
    await world.clock.advance({ milliseconds: 100 });
    expect(ofMachine()).toEqual(["patch machines/status w"]);
    expect(await world.machine("w")).toMatchObject({ status: { phase: "Deleting" } });
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForBootstrapDeletion" });
  });

  test("still deletes the Node after a restart that outlasts nodeDeletionTimeoutSeconds", async () => {
    // given a worker with only its Node left when the controllers stop for a minute
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    await world.run("w", { finalizers: ["test/provider"] });
    await world.client.delete(Machine, key("w"));
    await world.settled();
    await world.release(TestMachine, "w");
    await world.settled();
    await world.stopControllers();
    await world.release(TestConfig, "w");
    await world.clock.advance({ minutes: 1 });

    // when they start again, then they connect to the workload cluster, and delete the Node with its Machine
    await world.startControllers();
    await world.settled();
    expect(await isGone(world.machine("w"))).toBe(true);
    expect(await isGone(world.nodes.get(Node, { name: "w" }))).toBe(true);
  });

  test("waits for hooks, and reports them", async () => {
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    await world.run("w");
    const hook = "pre-drain.delete.hook.machine.cluster.x-k8s.io/backup";
    await world.patch(Machine, "w", { metadata: { annotations: { [hook]: "" } } });
    await world.client.delete(Machine, key("w"));
    await world.settled();
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForPreDrainHook" });
    expect(await isGone(world.client.get(TestMachine, key("w")))).toBe(false);
    await world.patch(Machine, "w", { metadata: { annotations: { [hook]: null } } });
    await world.settled();
    expect(await isGone(world.machine("w"))).toBe(true);
  });

  test("of a Cluster deletes workers, control plane and infrastructure", async () => {
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    await world.run("w", { finalizers: ["test/provider"] });
    await world.client.delete(Cluster, key("c1"));
    await world.settled();
    expect((await world.machine("w")).metadata.deletionTimestamp).toBeDefined();
    expect((await world.machine("cp")).metadata.deletionTimestamp).toBeUndefined();
    expect((await world.client.get(TestCluster, key("c1"))).metadata.deletionTimestamp).toBeUndefined();
    await world.release(TestMachine, "w");
    await world.settled();
    await world.release(TestConfig, "w");
    await world.settled();
    expect(await isGone(world.machine("w"))).toBe(true);
    expect(await isGone(world.machine("cp"))).toBe(true);
    expect(await isGone(world.client.get(TestCluster, key("c1")))).toBe(true);
    expect(await isGone(world.client.get(Cluster, key("c1")))).toBe(true);
    // and the Nodes stay
    expect(await isGone(world.nodes.get(Node, { name: "w" }))).toBe(false);
  });
});

describe("references", () => {
  test("to a kind that is installed late work once it is served, and do not block other Machines", async () => {
    await using world = await PlayedProviders.start({ kinds: [TestCluster, TestConfig] });
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("m1", { objects: false });
    await world.createProviderObject(TestConfig, "m1");
    await world.clock.advance({ seconds: 2 });
    const missing = await world.condition("m1", "InfrastructureReady");
    expect(missing).toMatchObject({ status: "Unknown", reason: "CRDNotInstalled" });
    expect(missing?.message).toContain("testmachines.infrastructure.cluster.x-k8s.io");
    await world.bootstrapData("m1");
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioning" } });

    await world.install([definitionOf(TestMachine)]);
    await world.createProviderObject(TestMachine, "m1");
    await world.settled();
    await world.provisionMachine("m1");
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioned" } });
  });

  test("cause one watch per kind for any number of Machines", async () => {
    await using world = await reachable();
    for (const name of ["m1", "m2", "m3", "m4"]) await world.createMachine(name);
    await world.settled();
    const watches = world.watches();
    expect(watches.filter((resource) => resource === "testmachines")).toHaveLength(1);
    expect(watches.filter((resource) => resource === "testconfigs")).toHaveLength(1);
  });

  test("notice a late object by its event, and refuse an object of another Machine", async () => {
    await using world = await reachable();
    await world.createMachine("m1", { objects: false });
    await world.clock.advance({ seconds: 2 });
    expect(await world.condition("m1", "InfrastructureReady")).toMatchObject({
      status: "False",
      reason: "ObjectDoesNotExist",
      message: "TestMachine m1 (spec.infrastructureRef) does not exist",
    });
    await world.createProviderObject(TestMachine, "m1");
    await world.createProviderObject(TestConfig, "m1");
    await world.settled();
    expect((await world.client.get(TestMachine, key("m1"))).metadata).toMatchObject({
      labels: { "cluster.x-k8s.io/cluster-name": "c1" },
      ownerReferences: [{ kind: "Machine", name: "m1", controller: true }],
    });
    await world.createMachine("m2", {
      objects: false,
      spec: {
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachine", name: "m1" },
        bootstrap: { dataSecretName: "mine" },
      },
    });
    await world.settled();
    expect(await world.condition("m2", "InfrastructureReady")).toMatchObject({ reason: "ControlledByAnother" });
    expect((await world.client.get(TestMachine, key("m1"))).metadata.ownerReferences).toHaveLength(1);
  });
});

describe("write frequency", () => {
  test("the steps to a Node are one write if they follow within two seconds", async () => {
    // given a Machine whose providers are fast
    await using world = await reachable({ holdStatus: true });
    const mark = world.mark();
    await world.run("m1", { controlPlane: true });

    // then only the final state is written, immediately
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Running", nodeRef: { name: "m1" } } });
    const ofMachine = () => world.writes(mark).filter((write) => write === "patch machines/status m1");
    expect(ofMachine()).toHaveLength(1);

    // and the loss of readiness is written immediately, too
    const body = { status: { conditions: [{ type: "Ready", status: "False", reason: "Test", message: "" }] } };
    await world.nodes.patch(Node, { name: "m1" }, { type: "merge", body }, { subresource: "status" });
    await world.settled();
    expect(await world.condition("m1", "Ready")).toMatchObject({ status: "False" });
    expect(ofMachine()).toHaveLength(2);
  });

  test("the last step for a while is written after two seconds", async () => {
    await using world = await reachable({ holdStatus: true });
    await world.createMachine("m1");
    await world.clock.advance({ milliseconds: 1_900 });
    expect((await world.machine("m1")).status).toBeUndefined();
    await world.clock.advance({ milliseconds: 100 });
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Pending" } });
    await world.bootstrapData("m1");
    await world.clock.advance({ seconds: 2 });
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioning" } });
  });

  test("more waiting Machines extend the delay of each step", async () => {
    // given 41 Machines that are created together, and the data of one arrives after a while
    await using world = await reachable({ holdStatus: true });
    const names = Array.from({ length: 41 }, (_, index) => `m${index}`);
    for (const name of names) await world.createMachine(name);
    await world.clock.advance({ milliseconds: 2_000 });
    await world.bootstrapData("m0");
    await world.clock.advance({ milliseconds: 900 });
    const phases = async () => {
      const machines = await Promise.all(names.map((name) => world.machine(name)));
      return machines.map(({ status }) => status?.phase);
    };
    // then each waits 25 ms longer for each of the 40 others
    expect(new Set(await phases())).toEqual(new Set([undefined]));
    await world.clock.advance({ milliseconds: 100 });
    expect(await phases()).toEqual(["Provisioning", ...names.slice(1).map(() => "Pending")]);
  });

  test("changes of only reasons and messages are written every two seconds at most, or with other changes", async () => {
    // given a Machine that waits for its infrastructure
    await using world = await reachable({ holdStatus: true });
    await world.createMachine("m1");
    await world.clock.advance({ seconds: 4 });
    const mark = world.mark();
    const waiting = (reason: string) =>
      world.patchStatus(TestMachine, "m1", {
        conditions: [
          { type: "Ready", status: "False", reason, message: "", lastTransitionTime: "2030-01-01T00:00:00Z" },
        ],
      });

    // when the provider changes its report three times within two seconds
    for (const reason of ["WaitingForThis", "WaitingForThat", "WaitingForBootstrapData"]) {
      await waiting(reason);
      await world.settled();
    }
    expect(world.writes(mark)).toEqual([]);
    await world.clock.advance({ seconds: 3 });

    // then one write has the last report, and one write is for its Cluster
    expect(world.writes(mark)).toEqual(["patch machines/status m1", "patch clusters/status c1"]);
    expect(await world.condition("m1", "InfrastructureReady")).toMatchObject({ reason: "WaitingForBootstrapData" });

    // and a change that comes with a new phase costs no extra write
    await waiting("Booting");
    await world.bootstrapData("m1");
    await world.settled();
    await world.clock.advance({ seconds: 5 });
    const ofMachine = world.writes(mark).filter((write) => write.includes(" machines"));
    expect(ofMachine.slice(1)).toEqual(["patch machines m1", "patch machines/status m1"]);
    expect(await world.condition("m1", "InfrastructureReady")).toMatchObject({ reason: "Booting" });
  });

  test("a Machine without its Cluster reports this, and continues when the Cluster is created", async () => {
    await using world = await PlayedProviders.start();
    await world.createMachine("m1");
    await world.settled();
    expect((await world.machine("m1")).status).toBeUndefined();
    await world.clock.advance({ seconds: 2 });
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Pending" } });
    expect((await world.condition("m1", "NodeReady"))?.message).toBe("Cluster c1 (spec.clusterName) does not exist");
    await world.createCluster();
    await world.clock.advance({ seconds: 2 });
    expect((await world.machine("m1")).metadata.finalizers).toEqual(["machine.cluster.x-k8s.io"]);
    expect((await world.condition("m1", "NodeReady"))?.message).toBe(
      "Waiting for TestMachine to report spec.providerID",
    );
  });

  test("an hour without changes causes no writes", async () => {
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    const mark = world.mark();
    await world.clock.advance({ hours: 1 });
    expect(world.writes(mark)).toEqual([]);
  });

  test("an unavailable workload cluster is reported after the grace period, not before", async () => {
    await using world = await reachable({ remoteGraceMs: 20_000 });
    await world.run("cp", { controlPlane: true });
    await world.workload.close();
    await world.clock.advance({ seconds: 15 });
    expect(await world.machine("cp")).toMatchObject({ status: { phase: "Running" } });
    await world.clock.advance({ minutes: 1 });
    expect(await world.condition("cp", "NodeReady")).toMatchObject({ status: "Unknown", reason: "ConnectionDown" });
    expect(await world.machine("cp")).toMatchObject({ status: { phase: "Provisioned", nodeRef: { name: "cp" } } });
  });

  test("a recovered workload cluster is noticed without any other trigger", async () => {
    // given a Cluster whose workload cluster has been unavailable for longer than the grace period
    await using world = await reachable({ remoteGraceMs: 20_000 });
    await world.run("cp", { controlPlane: true });
    const probe = async () => {
      const { status } = await world.client.get(Cluster, { name: "c1", namespace });
      return status?.conditions?.find(({ type }) => type === "RemoteConnectionProbe")?.status;
    };
    expect(await probe()).toBe("True");
    await world.workload.close();
    await world.clock.advance({ minutes: 1 });
    expect(await probe()).toBe("False");
    // when it recovers, no time passes on the controllers' clock, and nothing else changes
    await world.restartWorkload();
    // then the controllers notice it
    await expect.poll(probe).toBe("True");
  });

  test("a workload cluster that has not started yet is retried within seconds", async () => {
    // given a Cluster whose API server does not run when its kubeconfig is written
    await using world = await PlayedProviders.start();
    await world.createCluster();
    await world.workload.close();
    await world.provisionCluster();
    await world.clock.advance({ minutes: 5 });
    const { status } = await world.client.get(Cluster, { name: "c1", namespace });
    expect(status?.conditions?.find(({ type }) => type === "RemoteConnectionProbe")?.status).toBe("False");
    // when it starts
    await world.restartWorkload();
    await world.clock.advance({ seconds: 11 });
    // then the controllers connect
    const after = await world.client.get(Cluster, { name: "c1", namespace });
    expect(after.status?.conditions?.find(({ type }) => type === "RemoteConnectionProbe")?.status).toBe("True");
  });

  test("a restart continues where the last instance stopped, and repeats no write", async () => {
    await using world = await reachable({ holdStatus: true });
    await world.run("cp", { controlPlane: true });
    await world.createMachine("w");
    await world.settled();
    await world.bootstrapData("w");
    await world.clock.advance({ seconds: 3 });
    await world.stopControllers();
    const mark = world.mark();
    await world.startControllers();
    await world.settled();
    expect(world.writes(mark)).toEqual([]);
    await world.provisionMachine("w");
    await world.settled();
    await world.join("w");
    await world.settled();
    expect(await world.machine("w")).toMatchObject({ status: { phase: "Running" } });
    expect(world.writes(mark)).toEqual(["patch machines w", "patch machines/status w"]);
  });

  test("a corrupted phase is corrected and has no other effect", async () => {
    await using world = await reachable();
    await world.run("cp", { controlPlane: true });
    const mark = world.mark();
    await world.patchStatus(Machine, "cp", { phase: "Failed" });
    await world.settled();
    expect(await world.machine("cp")).toMatchObject({ status: { phase: "Running" } });
    expect(world.writes(mark)).toEqual(["patch machines/status cp"]);
  });

  test("a paused Machine is not reconciled", async () => {
    await using world = await reachable();
    await world.createMachine("m1");
    await world.settled();
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    expect(await world.condition("m1", "Paused")).toMatchObject({ status: "True", reason: "Paused" });
    const mark = world.mark();
    await world.bootstrapData("m1");
    await world.settled();
    expect(world.writes(mark)).toEqual([]);
    await world.patch(Cluster, "c1", { spec: { paused: false } });
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Provisioning" } });
    expect(await world.condition("m1", "Paused")).toMatchObject({ status: "False" });
  });

  test("two Nodes with one providerID are reported until one is deleted", async () => {
    await using world = await reachable();
    await world.createMachine("m1", { controlPlane: true });
    await world.settled();
    await world.bootstrapData("m1");
    await world.join("m1", "n1");
    await world.join("m1", "n2");
    await world.provisionMachine("m1");
    await world.settled();
    expect(await world.condition("m1", "NodeReady")).toMatchObject({ reason: "ProviderIDNotUnique" });
    await world.nodes.delete(Node, { name: "n2" });
    await world.settled();
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Running", nodeRef: { name: "n1" } } });
  });
});
