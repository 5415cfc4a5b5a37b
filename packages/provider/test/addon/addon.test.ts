import { annotations, managerRules } from "@capstan/provider";
import { describe, expect, test, vi } from "vitest";
import {
  addonScene,
  greetingIn,
  HelloAddon,
  HelloAddonReconciler,
  HurriedAddonReconciler,
  namespace,
  TidyAddonReconciler,
} from "./addon-scene.ts";

const { kind } = HelloAddon;
const key = { name: "hello", namespace };

describe("an add-on", () => {
  test("is installed in the workload clusters that it selects, once their control planes are initialized", async () => {
    await using scene = await addonScene(new HelloAddonReconciler(), { manager: { generatedRole: true } });
    const { env } = scene;
    const waiting = await env.createCluster({ name: "c1" });
    await scene.label(waiting, "a");
    const other = await env.createCluster({ name: "c2" });
    await scene.label(other, "b");
    const workload = await env.startWorkloadCluster(waiting);
    await scene.create();
    await env.settled();
    expect(await scene.reports()).toEqual(["c1 WaitingForControlPlaneInitialized"]);
    expect(await scene.ready()).toBe("False WaitingForControlPlaneInitialized");
    expect(scene.reconciler.calls).toEqual([]);

    await scene.initialize(waiting);
    await env.until("ready", scene.isReady);
    expect(await greetingIn(workload)).toBe("hi");
    const { status, metadata } = await scene.addon();
    expect(status?.clusters).toEqual([{ name: "c1", ready: true, reason: "Installed", revision: "hi" }]);
    expect(metadata.finalizers).toBeUndefined();
    expect(scene.reconciler.calls.every((call) => call.startsWith("c1 "))).toBe(true);
  });

  test("is installed in a Cluster without a control plane object, where only a condition says that it is initialized", async () => {
    await using scene = await addonScene(new HelloAddonReconciler());
    const { env } = scene;
    const cluster = await env.createCluster({ name: "c1" });
    await scene.label(cluster, "a");
    await env.startWorkloadCluster(cluster);
    await scene.create();
    await env.settled();
    expect(await scene.reports()).toEqual(["c1 WaitingForControlPlaneInitialized"]);
    const lastTransitionTime = new Date(env.clock.now()).toISOString().replace(/\.\d+/, "");
    const initialized = { type: "ControlPlaneInitialized", status: "True", reason: "Initialized", message: "" };
    await cluster.patchStatus({ conditions: [{ ...initialized, lastTransitionTime }] });
    await env.until("ready", scene.isReady);
  });

  test("follows the labels of Clusters and its own spec, and knows what it has installed", async () => {
    await using scene = await addonScene(new HelloAddonReconciler());
    const { env, reconciler } = scene;
    const first = await scene.cluster("c1");
    const second = await scene.cluster("c2");
    await scene.label(second, null);
    for (const cluster of [first, second]) await env.startWorkloadCluster(cluster);
    await scene.create();
    await env.until("c1 has it", scene.isReady);
    reconciler.calls.length = 0;

    await scene.label(second, "a");
    await env.until("both have it", async () => (await scene.reports()).length === 2 && (await scene.isReady()));
    expect(reconciler.calls).toContain("c1 hi");
    expect(reconciler.calls).toContain("c2 none");

    await scene.label(first, null);
    await env.until("c2 alone", async () => (await scene.reports()).length === 1);
    expect(await scene.reports()).toEqual(["c2 Installed"]);

    await env.client.patch(kind, key, { type: "merge", body: { spec: { greeting: "hello" } } });
    await env.until("renewed", async () => (await scene.addon()).status?.clusters?.[0]?.revision === "hello");
  });

  test("reaches all clusters but one that is unavailable, says so, and gets there once that is reachable", async () => {
    await using scene = await addonScene(new HelloAddonReconciler());
    const { env } = scene;
    const here = await scene.cluster("c1");
    const away = await scene.cluster("c2");
    const workload = await env.startWorkloadCluster(here);
    await scene.create();
    await env.until("c1 has it", async () => (await scene.reports()).includes("c1 Installed"));
    expect(await greetingIn(workload)).toBe("hi");
    expect(await scene.reports()).toEqual(["c1 Installed", "c2 ClusterUnavailable"]);
    const ready = (await scene.addon()).status?.conditions?.find(({ type }) => type === "Ready");
    expect(ready).toMatchObject({
      status: "False",
      reason: "ClusterUnavailable",
      message: expect.stringMatching(
        /^1 of 2 Clusters are not ready: c2: The kubeconfig Secret default\/c2-kubeconfig does not exist/,
      ) as string,
    });

    const late = await env.startWorkloadCluster(away);
    await env.clock.advance({ seconds: 30 });
    await env.until("c2 has it", scene.isReady);
    expect(await greetingIn(late)).toBe("hi");
  });

  test("reports the error of one Cluster as its own, retries it with back-off, and installs the others", async () => {
    const reconciler = new HelloAddonReconciler();
    await using scene = await addonScene(reconciler);
    const { env } = scene;
    for (const name of ["c1", "c2"]) await env.startWorkloadCluster(await scene.cluster(name));
    env.expectError(/disk full/);
    reconciler.instead.set("c1", () => Promise.reject(new Error("disk full")));
    await scene.create();
    await env.until("c2 has it", async () => (await scene.reports()).includes("c2 Installed"));
    expect(await scene.reports()).toEqual(["c1 ReconcileError", "c2 Installed"]);
    expect((await scene.addon()).status?.clusters?.[0]?.message).toBe("disk full");

    reconciler.instead.clear();
    await env.clock.advance({ minutes: 1 });
    await env.until("both have it", scene.isReady);
  });

  test("gives up a call that takes too long, and reports the other Clusters", async () => {
    const reconciler = new HurriedAddonReconciler();
    await using scene = await addonScene(reconciler);
    const { env } = scene;
    for (const name of ["c1", "c2"]) await env.startWorkloadCluster(await scene.cluster(name));
    env.expectError(/Cluster c1 took more than 2000 ms/);
    reconciler.instead.set("c1", (signal) => env.clock.sleep(3_600_000, signal));
    await scene.create();
    await env.until("both are reported", async () => (await scene.reports()).length === 2);
    expect(await scene.reports()).toEqual(["c1 ReconcileError", "c2 Installed"]);
  });

  test("selects nothing with an empty selector, and refuses an invalid one with its reason", async () => {
    await using scene = await addonScene(new HelloAddonReconciler());
    const { env } = scene;
    await scene.cluster("c1");
    await scene.create();
    const select = (clusterSelector: object) =>
      env.client.patch(kind, key, {
        type: "json",
        body: [{ op: "replace", path: "/spec/clusterSelector", value: clusterSelector }],
      });
    await select({});
    await env.settled();
    expect(await scene.reports()).toEqual([]);
    expect(await scene.ready()).toBe("True Ready");
    await select({ matchExpressions: [{ key: "team", operator: "Near" }] });
    await env.settled();
    expect(await scene.ready()).toBe("False InvalidClusterSelector");
  });

  test("is left as it is in a paused Cluster, and everywhere while the object is paused", async () => {
    await using scene = await addonScene(new HelloAddonReconciler());
    const { env, reconciler } = scene;
    const cluster = await scene.cluster("c1");
    await env.startWorkloadCluster(cluster);
    await cluster.patch({ spec: { paused: true } });
    await scene.create();
    await env.settled();
    expect(await scene.reports()).toEqual(["c1 ClusterPaused"]);
    const pause = (value: string | null) =>
      env.client.patch(kind, key, {
        type: "merge",
        body: { metadata: { annotations: { [annotations.paused]: value } } },
      });
    await pause("");
    await cluster.patch({ spec: { paused: false } });
    await env.settled();
    expect(reconciler.calls).toEqual([]);
    await pause(null);
    await env.until("ready", scene.isReady);
  });

  test("needs no permissions but those for Clusters, Secrets and its own kind", () => {
    const resources = managerRules([HelloAddon]).flatMap((rule) => rule.resources);
    expect(resources).toEqual(expect.arrayContaining(["helloaddons", "helloaddons/status", "clusters", "secrets"]));
    expect(resources).not.toContain("machines");
  });
});

describe("an add-on that is removed", () => {
  test("leaves a Cluster that is no longer selected, and all of them on deletion, before its finalizer is removed", async () => {
    await using scene = await addonScene(new TidyAddonReconciler());
    const { env } = scene;
    const first = await scene.cluster("c1");
    const second = await scene.cluster("c2");
    const one = await env.startWorkloadCluster(first);
    const two = await env.startWorkloadCluster(second);
    await scene.create();
    await env.until("both have it", async () => (await scene.reports()).length === 2 && (await scene.isReady()));
    expect((await scene.addon()).metadata.finalizers).toEqual(["addons.cluster.x-k8s.io/helloaddon"]);

    await scene.label(first, null);
    await env.until("c1 left", async () => (await scene.reports()).length === 1);
    expect(await greetingIn(one)).toBeUndefined();
    expect(await greetingIn(two)).toBe("hi");

    await env.client.delete(kind, key);
    await env.until("gone", async () => (await env.client.list(kind)).items.length === 0);
    expect(await greetingIn(two)).toBeUndefined();
  });

  test("leaves a Cluster that loses its label while the manager is down, where a crash has hidden that it got there", async () => {
    const reconciler = new TidyAddonReconciler();
    await using scene = await addonScene(reconciler);
    const { env } = scene;
    const cluster = await scene.cluster("c1");
    const workload = await env.startWorkloadCluster(cluster);
    let isInstalled = false;
    reconciler.afterwards = () => {
      isInstalled = true;
      return new Promise(() => undefined);
    };
    await scene.create();
    await vi.waitFor(() => {
      expect(isInstalled).toBe(true);
    });
    await scene.label(cluster, null);
    await env.restart([new TidyAddonReconciler()]);
    await env.until("left", async () => (await scene.reports()).length === 0);
    expect(await greetingIn(workload)).toBeUndefined();
  });

  test("waits for a cluster that is unavailable, and not for a Cluster that is being deleted", async () => {
    await using scene = await addonScene(new TidyAddonReconciler());
    const { env, reconciler } = scene;
    const cluster = await scene.cluster("c1");
    await cluster.patch({ metadata: { finalizers: ["test.example.com/keep"] } });
    await scene.create();
    await env.settled();
    await env.client.delete(kind, key);
    await env.settled();
    expect(await scene.reports()).toEqual(["c1 ClusterUnavailable"]);
    expect(await scene.ready()).toBe("False Deleting");
    reconciler.calls.length = 0;

    await cluster.delete();
    await env.until("gone", async () => (await env.client.list(kind)).items.length === 0);
    expect(reconciler.calls).toEqual([]);
  });

  test("stays in its clusters when clusterctl move deletes the original", async () => {
    await using scene = await addonScene(new TidyAddonReconciler());
    const { env, reconciler } = scene;
    const workload = await env.startWorkloadCluster(await scene.cluster("c1"));
    await scene.create();
    await env.until("ready", scene.isReady);
    const moved = { metadata: { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } } };
    await env.client.patch(kind, key, { type: "merge", body: moved });
    await env.client.delete(kind, key);
    await env.settled();
    await env.client.patch(kind, key, { type: "merge", body: { metadata: { finalizers: null } } });
    await env.settled();
    expect(reconciler.calls.filter((call) => call.startsWith("delete"))).toEqual([]);
    expect(await greetingIn(workload)).toBe("hi");
  });
});
