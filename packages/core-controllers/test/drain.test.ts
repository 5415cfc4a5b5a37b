import { Machine, MachineDrainRule } from "@capstan/contract";
import { defineKind, Event, isNotFound, Node } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { DaemonSet, PersistentVolume, Pod, VolumeAttachment } from "../src/drain/workload-kinds.ts";
import { namespace, PlayedProviders, type PlayedProvidersOptions } from "./scene/played-providers.ts";
import { TestMachine } from "./scene/provider-kinds.ts";
import { coreCRDs, crdsWithoutRules } from "@capstan/harness/servers";

const PodDisruptionBudget = defineKind({
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  namespaced: true,
});

interface PodOptions extends Pick<Pod["metadata"], "labels" | "annotations" | "ownerReferences"> {
  readonly claim?: string;
  readonly node?: string;
}

/** A Cluster with a control plane Machine and the worker `w`, both Running. */
async function scene(options: PlayedProvidersOptions = {}): Promise<PlayedProviders> {
  const world = await PlayedProviders.start(options);
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  await world.run("cp", { controlPlane: true });
  await world.run("w", { finalizers: ["test/provider"] });
  return world;
}

/** Plays the scheduler and the kubelet. */
async function runPod(
  world: PlayedProviders,
  name: string,
  { claim, node = "w", ...metadata }: PodOptions = {},
): Promise<void> {
  const volumes = claim === undefined ? [] : [{ name: "data", persistentVolumeClaim: { claimName: claim } }];
  await world.nodes.create(Pod, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, name, namespace },
    spec: { nodeName: node, volumes, containers: [{ name: "a", image: "a" }] },
  } as Pod);
  const body = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
  await world.nodes.patch(Pod, { name, namespace }, { type: "merge", body }, { subresource: "status" });
}

/** Plays a kubelet that has ended a Pod. */
async function endPod(world: PlayedProviders, name: string): Promise<void> {
  await world.nodes.delete(Pod, { name, namespace }, { gracePeriodSeconds: 0 });
}

async function isTerminating(world: PlayedProviders, name: string): Promise<boolean> {
  return (await world.nodes.get(Pod, { name, namespace })).metadata.deletionTimestamp !== undefined;
}

async function deleteWorker(world: PlayedProviders): Promise<void> {
  await world.client.delete(Machine, { name: "w", namespace });
  await world.settled();
}

/** The Events of the Machine, as `reason: note`. */
async function drainEvents(world: PlayedProviders): Promise<string[]> {
  await world.settled();
  const { items } = await world.client.list(Event, { namespace });
  return items.map(({ reason, note }) => `${reason}: ${note ?? ""}`);
}

const isDeleting = async (world: PlayedProviders) =>
  (await world.client.get(TestMachine, { name: "w", namespace })).metadata.deletionTimestamp !== undefined;

/** Plays the disruption controller. */
async function allow(world: PlayedProviders, name: string, disruptionsAllowed: number): Promise<void> {
  const counts = { currentHealthy: disruptionsAllowed + 1, desiredHealthy: 1, expectedPods: 2 };
  const body = { status: { observedGeneration: 1, disruptionsAllowed, ...counts } };
  await world.nodes.patch(PodDisruptionBudget, { name, namespace }, { type: "merge", body }, { subresource: "status" });
}

async function createBudget(world: PlayedProviders): Promise<void> {
  await world.nodes.create(PodDisruptionBudget, {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "web", namespace },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  } as never);
}

describe("a deleted Machine", () => {
  test("has its Pods evicted, and stays until they are removed (S091)", async () => {
    // given a Pod on its Node and one on another
    await using world = await scene();
    await runPod(world, "a");
    await runPod(world, "elsewhere", { node: "cp" });

    // when it is deleted, then its Pod is evicted and the machine stays
    await deleteWorker(world);
    expect(await isTerminating(world, "a")).toBe(true);
    expect(await isTerminating(world, "elsewhere")).toBe(false);
    expect(await isDeleting(world)).toBe(false);
    const { status } = await world.machine("w");
    const startedAt = status?.deletion?.nodeDrainStartTime ?? "";
    expect(startedAt).toMatch(/Z$/);
    expect(await world.condition("w", "Deleting")).toMatchObject({
      status: "True",
      reason: "DrainingNode",
      message: `Drain not completed yet (started at ${startedAt}):\n* Pod default/a: deletionTimestamp set, but still not removed from the Node`,
    });

    // when the Pod has ended, then the deletion continues at the next reconcile
    await endPod(world, "a");
    await world.clock.advance({ seconds: 20 });
    expect(await isDeleting(world)).toBe(true);
    await world.clock.advance({ seconds: 2 });
    expect((await world.machine("w")).status?.deletion).toMatchObject({
      nodeDrainStartTime: startedAt,
      waitForNodeVolumeDetachStartTime: expect.stringMatching(/Z$/) as string,
    });
    expect(await drainEvents(world)).toEqual(["SuccessfulDrainNode: Drained Node w"]);
  });

  test("has its Node cordoned before the first eviction (S090); DaemonSet and mirror Pods stay (S091)", async () => {
    // given a regular Pod, a DaemonSet Pod, and a mirror Pod of a static manifest
    await using world = await scene();
    await runPod(world, "a");
    const { apiVersion, kind, metadata } = await world.nodes.create(DaemonSet, {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "agent", namespace },
      spec: {
        selector: { matchLabels: { app: "agent" } },
        template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "a", image: "a" }] } },
      },
    } as never);
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
    await runPod(world, "agent", { ownerReferences: [owner] });
    await runPod(world, "static", { annotations: { "kubernetes.io/config.mirror": "of-a-manifest" } });

    // when the Machine is deleted, then the Node is cordoned first: resource versions of one server count its writes
    await deleteWorker(world);
    const node = await world.nodes.get(Node, { name: "w" });
    expect(node.spec?.unschedulable).toBe(true);
    const evicted = await world.nodes.get(Pod, { name: "a", namespace });
    expect(evicted.metadata.deletionTimestamp).toBeDefined();
    expect(Number(node.metadata.resourceVersion)).toBeLessThan(Number(evicted.metadata.resourceVersion));

    // when the regular Pod has ended, then the deletion continues although the others stay
    await endPod(world, "a");
    await world.clock.advance({ seconds: 20 });
    expect(await isDeleting(world)).toBe(true);
    for (const name of ["agent", "static"]) expect(await isTerminating(world, name), name).toBe(false);
  });

  test("without Pods causes no status write until its infrastructure is deleted", async () => {
    await using world = await scene({ holdStatus: true });
    const mark = world.mark();
    await deleteWorker(world);
    expect(await isDeleting(world)).toBe(true);
    expect(world.writes(mark)).toEqual(["delete testmachines w"]);
    // a stage that completes at the first reconcile causes no Event
    expect(await drainEvents(world)).toEqual([]);
  });

  test("respects a disruption budget, reports it, and retries only every twenty seconds", async () => {
    await using world = await scene();
    await runPod(world, "a", { labels: { app: "web" } });
    await createBudget(world);
    await allow(world, "web", 0);

    await deleteWorker(world);
    const { message } = (await world.condition("w", "Deleting")) ?? {};
    expect(message?.split("\n")[1]).toBe(
      "* Pod default/a: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently",
    );

    // when the budget allows it, then neither time nor the Node's heartbeats cause an early eviction
    await allow(world, "web", 1);
    await world.nodes.patch(
      Node,
      { name: "w" },
      { type: "merge", body: { metadata: { annotations: { heartbeat: "1" } } } },
    );
    await world.clock.advance({ seconds: 19 });
    expect(await isTerminating(world, "a")).toBe(false);
    await world.clock.advance({ seconds: 1 });
    expect(await isTerminating(world, "a")).toBe(true);
    expect(await isDeleting(world)).toBe(false);
  });

  test("is drained only until its time limit", async () => {
    await using world = await scene();
    await world.patch(Machine, "w", { spec: { deletion: { nodeDrainTimeoutSeconds: 30 } } });
    await runPod(world, "a", { labels: { "cluster.x-k8s.io/drain": "wait-completed" } });
    await deleteWorker(world);
    expect(await world.condition("w", "Deleting")).toMatchObject({
      reason: "DrainingNode",
      message: expect.stringContaining("* Pod default/a: waiting for completion") as string,
    });
    await world.clock.advance({ seconds: 28 });
    expect(await isDeleting(world)).toBe(false);
    await world.clock.advance({ seconds: 2 });
    expect(await isDeleting(world)).toBe(true);
    expect(await isTerminating(world, "a")).toBe(false);
    // a stage that its time limit ended has not succeeded
    expect(await drainEvents(world)).toEqual([]);
  });

  test("continues immediately when its user excludes it from draining", async () => {
    await using world = await scene();
    await runPod(world, "a", { labels: { "cluster.x-k8s.io/drain": "wait-completed" } });
    await deleteWorker(world);
    expect(await isDeleting(world)).toBe(false);
    const annotations = { "machine.cluster.x-k8s.io/exclude-node-draining": "" };
    await world.patch(Machine, "w", { metadata: { annotations } });
    await world.settled();
    expect(await isDeleting(world)).toBe(true);
  });

  test("has its Pods evicted in the order of MachineDrainRules, which may skip Pods", async () => {
    await using world = await scene();
    const rule = (name: string, drain: MachineDrainRule["spec"]["drain"], tier: string) =>
      world.client.create(MachineDrainRule, {
        apiVersion: "cluster.x-k8s.io/v1beta2",
        kind: "MachineDrainRule",
        metadata: { name, namespace },
        spec: { drain, pods: [{ selector: { matchLabels: { tier } } }] },
      });
    await rule("db", { behavior: "Drain", order: 10 }, "db");
    await rule("agents", { behavior: "Skip" }, "agent");
    await runPod(world, "web", { labels: { tier: "web" } });
    await runPod(world, "db", { labels: { tier: "db" } });
    await runPod(world, "agent", { labels: { tier: "agent" } });

    await deleteWorker(world);
    expect([await isTerminating(world, "web"), await isTerminating(world, "db")]).toEqual([true, false]);
    expect((await world.condition("w", "Deleting"))?.message).toContain(
      "After above Pods have been removed from the Node, the following Pods will be evicted: default/db",
    );
    await endPod(world, "web");
    await world.clock.advance({ seconds: 20 });
    expect(await isTerminating(world, "db")).toBe(true);
    await endPod(world, "db");
    await world.clock.advance({ seconds: 20 });
    expect(await isDeleting(world)).toBe(true);
    expect(await isTerminating(world, "agent")).toBe(false);
  });

  test("is drained without rules where MachineDrainRule is not installed", async () => {
    const without = coreCRDs.filter(({ spec }) => spec.names.kind !== MachineDrainRule.kind);
    await using world = await scene({ coreCRDs: without });
    await runPod(world, "a");
    await deleteWorker(world);
    expect(await isTerminating(world, "a")).toBe(true);
  });

  test("reports an invalid rule, and evicts no Pods until it is fixed", async () => {
    await using world = await scene({ coreCRDs: crdsWithoutRules() });
    const pods = [{ selector: { matchExpressions: [{ key: "tier", operator: "Near" }] } }];
    await world.client.create(MachineDrainRule, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineDrainRule",
      metadata: { name: "r", namespace },
      spec: { drain: { behavior: "Skip" }, pods },
    });
    await runPod(world, "a");
    await deleteWorker(world);
    expect((await world.condition("w", "Deleting"))?.message).toBe(
      'MachineDrainRule r: spec.pods[0].selector: "Near" is not a valid label selector operator',
    );
    expect(await isTerminating(world, "a")).toBe(false);
    await world.client.delete(MachineDrainRule, { name: "r", namespace });
    await world.clock.advance({ seconds: 20 });
    expect(await isTerminating(world, "a")).toBe(true);
  });

  test("stays until its volumes are detached, except those of skipped Pods", async () => {
    await using world = await scene();
    await runPod(world, "agent", { labels: { "cluster.x-k8s.io/drain": "skip" }, claim: "agent" });
    for (const name of ["agent", "data"]) {
      await world.nodes.create(PersistentVolume, {
        apiVersion: "v1",
        kind: "PersistentVolume",
        metadata: { name },
        spec: {
          accessModes: ["ReadWriteOnce"],
          capacity: { storage: "1Gi" },
          hostPath: { path: "/data" },
          claimRef: { kind: "PersistentVolumeClaim", namespace, name },
        },
      } as PersistentVolume);
      await world.nodes.create(VolumeAttachment, {
        apiVersion: "storage.k8s.io/v1",
        kind: "VolumeAttachment",
        metadata: { name },
        spec: { attacher: "example.io", nodeName: "w", source: { persistentVolumeName: name } },
      } as VolumeAttachment);
      const attached = { type: "merge", body: { status: { attached: true } } } as const;
      await world.nodes.patch(VolumeAttachment, { name }, attached, { subresource: "status" });
    }
    await deleteWorker(world);
    expect(await world.condition("w", "Deleting")).toMatchObject({
      reason: "WaitingForVolumeDetach",
      message: expect.stringMatching(/\n\* PersistentVolumeClaims: default\/data$/) as string,
    });
    await world.nodes.delete(VolumeAttachment, { name: "data" });
    await world.clock.advance({ seconds: 20 });
    expect(await isDeleting(world)).toBe(true);
  });

  test("is not drained again after waiting for its pre-terminate hook", async () => {
    await using world = await scene();
    const hook = "pre-terminate.delete.hook.machine.cluster.x-k8s.io/backup";
    await world.patch(Machine, "w", { metadata: { annotations: { [hook]: "me" } } });
    await deleteWorker(world);
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForPreTerminateHook" });
    expect((await world.machine("w")).status?.deletion?.waitForPreTerminateHookStartTime).toMatch(/Z$/);
    await runPod(world, "late");
    await world.patch(Machine, "w", { metadata: { annotations: { [hook]: null } } });
    await world.settled();
    expect(await isDeleting(world)).toBe(true);
    expect(await isTerminating(world, "late")).toBe(false);
  });

  test("waits with its Pods while the workload cluster is unresponsive, and continues when it recovers", async () => {
    await using world = await scene();
    await runPod(world, "a");
    await world.workload.close();
    await world.clock.advance({ seconds: 1 });
    await deleteWorker(world);
    await world.clock.advance({ seconds: 1 });
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "DrainingNode" });
    expect(await isDeleting(world)).toBe(false);

    // An empty workload cluster replaces it, without the Node.
    await world.restartWorkload();
    for (let seconds = 0; seconds < 60 && !(await isDeleting(world)); seconds += 5) {
      await world.clock.advance({ seconds: 5 });
    }
    expect(await isDeleting(world)).toBe(true);
    await expect(world.nodes.get(Pod, { name: "a", namespace })).rejects.toSatisfy(isNotFound);
  });
});
