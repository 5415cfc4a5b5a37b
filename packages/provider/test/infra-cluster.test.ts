import { Cluster } from "@capstan/contract";
import { defineInfraCluster, InfraClusterReconciler, outcome, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { ProviderScene } from "./provider-scene.ts";

const HelloCluster = defineInfraCluster({
  kind: "HelloCluster",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ region: Type.Optional(Type.String()) }) } },
});

class HelloClusterReconciler extends InfraClusterReconciler<typeof HelloCluster> {
  readonly definition = HelloCluster;
  calls = 0;
  removals = 0;

  reconcileCluster() {
    this.calls += 1;
    return outcome.clusterProvisioned({
      controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
      failureDomains: [{ name: "fd-1", controlPlane: true }],
    });
  }

  override deleteCluster() {
    this.removals += 1;
    return outcome.deleted();
  }
}

/** The same for cores that read contract v1beta1. */
const OldCluster = defineInfraCluster({
  kind: "OldCluster",
  versions: { v1beta1: { contract: "v1beta1", spec: Type.Object({}) } },
});

class OldClusterReconciler extends InfraClusterReconciler<typeof OldCluster> {
  readonly definition = OldCluster;
  failing = false;
  calls = 0;

  reconcileCluster() {
    this.calls += 1;
    return this.failing
      ? outcome.failed("QuotaExceeded", "No quota left")
      : outcome.clusterProvisioned({ failureDomains: [{ name: "fd-1", controlPlane: true }] });
  }
}

describe("an InfraCluster", () => {
  test("reports endpoint and failure domains no later than the flag, to an owner without controller flag (IC-011, IC-018)", async () => {
    await using world = await ProviderScene.start([new HelloClusterReconciler()]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: HelloCluster });
    await world.createOwned(HelloCluster, cluster, { controller: false });
    await world.settled();

    expect(await world.get(HelloCluster, "c1")).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } },
      status: { initialization: { provisioned: true }, failureDomains: [{ name: "fd-1", controlPlane: true }] },
    });
    expect(world.writes()).toEqual([
      "patch helloclusters/c1",
      "patch helloclusters/c1",
      "patch helloclusters/c1 status",
    ]);
  });

  test("is not reconciled without a Cluster owner (IC-017)", async () => {
    const reconciler = new HelloClusterReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createOwned(HelloCluster, undefined);
    await world.settled();

    expect(world.writes()).toEqual([]);
    expect(reconciler.calls).toBe(0);
  });

  test("with an external manager is not reconciled (IC-014)", async () => {
    const reconciler = new HelloClusterReconciler();
    await using world = await ProviderScene.start([reconciler]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: HelloCluster });
    await world.createOwned(HelloCluster, cluster, {
      metadata: { annotations: { "cluster.x-k8s.io/managed-by": "" } },
    });
    await world.settled();

    expect(world.writes()).toEqual([]);
    expect(reconciler.calls).toBe(0);
  });

  test("is paused with its Cluster, also during deletion", async () => {
    const reconciler = new HelloClusterReconciler();
    await using world = await ProviderScene.start([reconciler]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: HelloCluster });
    await world.createOwned(HelloCluster, cluster);
    await world.settled();

    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    expect(await world.condition(HelloCluster, "Paused", "c1")).toMatchObject({ status: "True" });
    await world.delete(HelloCluster, "c1");
    await world.settled();
    expect(reconciler.removals).toBe(0);

    await world.patch(Cluster, "c1", { spec: { paused: false } });
    await world.settled();
    expect(reconciler.removals).toBe(1);
    expect(await world.exists(HelloCluster, "c1")).toBe(false);
  });
});

describe("an InfraCluster of contract v1beta1", () => {
  test("reports ready and a map of failure domains (IC-006, IC-009)", async () => {
    await using world = await ProviderScene.start([new OldClusterReconciler()]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: OldCluster });
    await world.createOwned(OldCluster, cluster);
    await world.settled();

    const { status } = await world.get(OldCluster, "c1");
    expect(status).toMatchObject({ ready: true, failureDomains: { "fd-1": { controlPlane: true } } });
    expect(status).not.toHaveProperty("initialization");
    expect(world.writes()).toEqual(["patch oldclusters/c1 status"]);
  });

  test("that failed permanently reports it, and is not reconciled again (BC-009, IB-002)", async () => {
    const reconciler = new OldClusterReconciler();
    reconciler.failing = true;
    await using world = await ProviderScene.start([reconciler]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: OldCluster });
    await world.createOwned(OldCluster, cluster);
    await world.settled();

    expect((await world.get(OldCluster, "c1")).status).toMatchObject({
      failureReason: "QuotaExceeded",
      failureMessage: "No quota left",
      conditions: [{ type: "Ready", status: "False", severity: "Error", reason: "QuotaExceeded" }, {}, {}],
    });
    const { calls } = reconciler;
    const before = world.writes().length;
    await world.patch(OldCluster.kind, "c1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();
    expect(reconciler.calls).toBe(calls);
    expect(world.writes()).toHaveLength(before);
  });
});

describe("an InfraCluster of both contracts", () => {
  const BothCluster = defineInfraCluster({
    kind: "BothCluster",
    versions: { v1: { contract: ["v1beta1", "v1beta2"], spec: Type.Object({}) } },
  });

  class BothClusterReconciler extends InfraClusterReconciler<typeof BothCluster> {
    readonly definition = BothCluster;
    failing = false;

    reconcileCluster() {
      return this.failing ? outcome.failed("QuotaExceeded", "No quota left") : outcome.clusterProvisioned();
    }
  }

  test("reports in the terms of both, and a failure while it lasts", async () => {
    const reconciler = new BothClusterReconciler();
    reconciler.failing = true;
    await using world = await ProviderScene.start([reconciler]);
    const cluster = await world.createCluster({ provisioned: false, infrastructure: BothCluster });
    await world.createOwned(BothCluster, cluster);
    await world.settled();
    expect((await world.get(BothCluster, "c1")).status).toMatchObject({ failureReason: "QuotaExceeded" });

    reconciler.failing = false;
    await world.patch(BothCluster.kind, "c1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    const { status } = await world.get(BothCluster, "c1");
    expect(status).toMatchObject({ ready: true, initialization: { provisioned: true } });
    expect(status).not.toHaveProperty("failureReason");
    expect(await world.condition(BothCluster, "Ready", "c1")).toMatchObject({ status: "True", observedGeneration: 1 });
    expect(BothCluster.crds[0]?.metadata.labels).toEqual({
      "cluster.x-k8s.io/v1beta1": "v1",
      "cluster.x-k8s.io/v1beta2": "v1",
    });
  });
});
