import { Machine, secretType } from "@capstan/contract";
import {
  BootstrapConfigReconciler,
  ContractViolation,
  defineBootstrapConfig,
  isDataSecretOf,
  outcome,
  Type,
} from "@capstan/provider";
import { Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { ShellConfig, ShellConfigReconciler } from "./shell-config.ts";
import { ProviderScene } from "./provider-scene.ts";

const ObservedConfig = defineBootstrapConfig({
  kind: "ObservedConfig",
  versions: {
    v1: {
      contract: "v1beta2",
      spec: Type.Object({ script: Type.Optional(Type.String()) }),
      status: Type.Object({ observedGeneration: Type.Optional(Type.Integer({ format: "int64" })) }),
    },
  },
});

class ObservedConfigReconciler extends BootstrapConfigReconciler<typeof ObservedConfig> {
  readonly definition = ObservedConfig;
  problem: Error | undefined;

  reconcileBootstrap() {
    if (this.problem !== undefined) throw this.problem;
    return outcome.data("x");
  }
}

const script = "#!/bin/sh\n# m1\ntrue\n";

function decoded(base64: string | undefined): string {
  return Buffer.from(base64 ?? "", "base64").toString();
}

/** The owner reference to a config m1 from before a restore. */
const former = {
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
  kind: "ShellConfig",
  name: "m1",
  uid: "former",
  controller: true,
};

/** A complete config. */
async function createReadyConfig(world: ProviderScene): Promise<void> {
  await world.createCluster();
  const machine = await world.createMachine({ bootstrap: ShellConfig });
  await world.createOwned(ShellConfig, machine);
  await world.settled();
}

describe("a Secret with the name of a config", () => {
  const apiVersion = "bootstrap.cluster.x-k8s.io/v1beta2";
  const config = { apiVersion, kind: "ShellConfig", metadata: { namespace: "default", name: "m1", uid: "present" } };
  const of = (owner: object, namespace = "default"): Secret => ({
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    metadata: { namespace, name: "m1", ownerReferences: [{ ...former, ...owner }] },
    data: { value: "a2VwdA==" },
  });

  /** A data Secret of the Cluster without a controller. */
  const kept = (owner: object, more: Pick<Secret, "data"> = { data: { value: "a2VwdA==" } }): Secret => {
    const { metadata } = of({ ...owner, controller: false });
    return {
      apiVersion: "v1",
      kind: "Secret",
      type: "cluster.x-k8s.io/secret",
      metadata: { ...metadata, labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
      ...more,
    };
  };

  test.each([
    { given: "the config controls it", secret: of({ uid: "present" }), expected: true },
    { given: "it controlled it before a restore or a move", secret: of({}), expected: true },
    { given: "another of its name in another namespace did", secret: of({}, "other"), expected: false },
    { given: "one of another group did", secret: of({ apiVersion: "example.com/v1" }), expected: false },
    { given: "one of another kind did", secret: of({ kind: "KubeadmConfig" }), expected: false },
    { given: "one of another name did", secret: of({ name: "m2", uid: "present" }), expected: false },
    { given: "it owns it as one of several", secret: of({ uid: "present", controller: false }), expected: false },
    { given: "it lost its controller, and the config owns it", secret: kept({ uid: "present" }), expected: true },
    { given: "it lost its controller, and another object owns it", secret: kept({ name: "m2" }), expected: false },
    { given: "it lost its controller and its data", secret: kept({}, {}), expected: false },
  ])("is its data: $expected, when $given", ({ secret, expected }) => {
    expect(isDataSecretOf(secret, config, "c1")).toBe(expected);
  });
});

describe("a BootstrapConfig", () => {
  test("is not reconciled without a Machine owner or its Cluster (BH-001, BH-003)", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    const machine = await world.createMachine({ bootstrap: ShellConfig });
    await world.createOwned(ShellConfig, undefined);
    await world.settled();
    expect(world.writes()).toEqual([]);

    const { apiVersion, kind, metadata } = machine;
    const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }];
    await world.patch(ShellConfig.kind, "m1", { metadata: { ownerReferences } });
    await world.settled();
    expect(world.writes()).toEqual([]);

    await world.createCluster();
    await world.settled();
    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({ status: "True" });
  });

  test("waits for cluster infrastructure with one status; then writes Secret and status once", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler], { holdStatus: true });
    await world.createCluster({ provisioned: false });
    const machine = await world.createMachine({ bootstrap: ShellConfig });
    await world.createOwned(ShellConfig, machine);
    await world.reachAge(10);
    expect(await world.condition(ShellConfig, "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForClusterInfrastructureReady",
    });

    reconciler.answer = outcome.pending("WaitingForControlPlaneInitialized");
    await world.provisionCluster();
    await world.settled();
    reconciler.answer = undefined;
    await world.patch(Machine, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(await world.get(ShellConfig)).toMatchObject({
      status: { dataSecretName: "m1", initialization: { dataSecretCreated: true } },
    });
    expect(world.writes()).toEqual([
      "patch shellconfigs/m1 status",
      expect.stringMatching(/^create secrets/),
      "patch shellconfigs/m1 status",
    ]);
    expect(world.gets()).toBe(0);
  });

  test("has a data Secret that follows the contract (BS-001 to BS-006)", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    await createReadyConfig(world);

    const config = await world.get(ShellConfig);
    const secret = await world.secret("m1");
    expect(secret).toMatchObject({
      type: secretType,
      metadata: {
        namespace: "default",
        labels: { "cluster.x-k8s.io/cluster-name": "c1" },
        ownerReferences: [
          {
            apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
            kind: "ShellConfig",
            name: "m1",
            uid: config.metadata.uid,
            controller: true,
          },
        ],
      },
    });
    expect(Object.keys(secret.data ?? {})).toEqual(["value"]);
    expect(decoded(secret.data?.value)).toBe(script);
  });

  test("is generated once over many reconciles (BH-004)", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await createReadyConfig(world);
    const before = world.writes().length;

    await world.patch(ShellConfig.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(reconciler.calls).toBe(1);
    expect(world.writes()).toHaveLength(before);
  });

  test("gets its status back after a restore, with the existing Secret (BC-016, BC-020)", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await createReadyConfig(world);
    const { metadata } = await world.secret("m1");

    await world.patchStatus(ShellConfig.kind, "m1", null);
    await world.settled();

    expect(await world.get(ShellConfig)).toMatchObject({
      status: { dataSecretName: "m1", initialization: { dataSecretCreated: true } },
    });
    expect((await world.secret("m1")).metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(reconciler.calls).toBe(1);
  });

  test.each<{ what: string; lost: object; gets: number }>([
    { what: "its owner reference", lost: { ownerReferences: [] }, gets: 0 },
    { what: "its cluster name label", lost: { labels: null }, gets: 1 },
  ])(
    "repairs a Secret that has lost $what at once, with one write and the same data (BS-003, BS-004)",
    async (given) => {
      await using world = await ProviderScene.start([new ShellConfigReconciler()]);
      await createReadyConfig(world);
      const { ownerReferences, labels } = (await world.secret("m1")).metadata;
      const before = world.writes().length;

      await world.patch(Secret, "m1", { metadata: given.lost });
      await world.settled();

      const secret = await world.secret("m1");
      expect(secret.metadata).toMatchObject({ ownerReferences, labels });
      expect(decoded(secret.data?.value)).toBe(script);
      expect(world.writes().slice(before)).toEqual(["patch secrets/m1"]);
      expect(world.gets()).toBe(given.gets);
    },
  );

  test("leaves its Secret to another controller that has adopted it (BS-008)", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    await createReadyConfig(world);
    const owner = { apiVersion: "v1", kind: "Thing", name: "t", uid: "1", controller: true };
    await world.patch(Secret, "m1", { metadata: { ownerReferences: [owner] } });
    await world.settled();
    const before = world.writes().length;

    await world.patch(ShellConfig.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect((await world.secret("m1")).metadata.ownerReferences).toEqual([owner]);
    expect(world.writes()).toHaveLength(before);
  });

  test("adopts a Secret of its name without a controller (BS-007, BS-008)", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    await world.createDataSecret("m1", "kept");
    await createReadyConfig(world);

    const { uid } = (await world.get(ShellConfig)).metadata;
    const secret = await world.secret("m1");
    expect(decoded(secret.data?.value)).toBe("kept");
    expect(secret.metadata).toMatchObject({
      labels: { "cluster.x-k8s.io/cluster-name": "c1" },
      ownerReferences: [{ kind: "ShellConfig", uid, controller: true }],
    });
    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({ status: "True" });
  });

  test.each([
    { given: "no key value", options: { key: "tls.crt" }, why: "has no key value" },
    { given: "another type", options: { type: "Opaque" }, why: "is not of type cluster.x-k8s.io/secret" },
    {
      given: "the label of another Cluster",
      options: { cluster: "c2" },
      why: "lacks the label cluster.x-k8s.io/cluster-name: c1",
    },
    {
      given: "no label",
      options: { labeled: false },
      why: "lacks the label cluster.x-k8s.io/cluster-name: c1",
    },
    {
      given: "an owner that does not control it",
      options: { owner: { apiVersion: "v1", kind: "Thing", name: "t", uid: "1" } },
      why: "is owned by Thing t",
    },
    {
      given: "a controller of the same kind and name in another group",
      options: { owner: { ...former, apiVersion: "example.com/v1" } },
      why: "is controlled by ShellConfig m1",
    },
  ])("does not change a Secret of its name that has $given, and reports it", async ({ options, why }) => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createDataSecret("m1", "theirs", options);
    const before = await world.secret("m1");
    await createReadyConfig(world);

    expect(await world.secret("m1")).toEqual(before);
    expect(await world.condition(ShellConfig, "DataSecretAvailable")).toMatchObject({
      status: "False",
      message: `Secret m1 ${why}; delete it, or give the config another name`,
    });

    // and when the Secret is deleted, the config gets its data
    await world.client.delete(Secret, { name: "m1", namespace: "default" });
    await world.clock.advance({ seconds: 61 });
    expect(decoded((await world.secret("m1")).data?.value)).toBe(script);
    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({ status: "True" });
  });

  test("releases a Secret of its Cluster that an earlier release adopted", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    await world.createCluster();
    const machine = await world.createMachine({ name: "c1-proxy", bootstrap: ShellConfig });
    await world.createOwned(ShellConfig, machine);
    await world.settled();
    const { uid = "" } = (await world.get(ShellConfig, "c1-proxy")).metadata;
    const owner = { ...former, name: "c1-proxy", uid };
    await world.createDataSecret("c1-proxy", "a certificate", { owner, key: "tls.crt" });
    await world.settled();
    await world.patch(Machine, "c1-proxy", { metadata: { annotations: { touched: "1" } } });
    await world.settled();
    expect((await world.secret("c1-proxy")).metadata.ownerReferences ?? []).toEqual([]);
    expect(await world.condition(ShellConfig, "DataSecretAvailable", "c1-proxy")).toMatchObject({
      status: "False",
      reason: "SecretNameReserved",
    });
  });

  test("does not change a Secret that another object controls, and reports it (BS-008)", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    const owner = { apiVersion: "v1", kind: "Thing", name: "t", uid: "1", controller: true };
    await world.createDataSecret("m1", "theirs", { owner });
    await createReadyConfig(world);

    expect((await world.secret("m1")).metadata.ownerReferences).toEqual([owner]);
    expect(await world.condition(ShellConfig, "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "SecretControlledByOther",
    });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "SecretControlledByOther", about: "m1" }]);
  });

  test("tells its author that the data is not stored if another object has the Secret's name", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    // given a Secret that the provider does not see before it creates its own
    const owner = { apiVersion: "v1", kind: "Thing", name: "t", uid: "1", controller: true };
    await world.createDataSecret("m1", "theirs", { owner, labeled: false });
    const machine = await world.createMachine({ bootstrap: ShellConfig });
    await world.createOwned(ShellConfig, machine);
    await world.settled();
    expect(reconciler.refused).toEqual(["m1"]);
    expect(await world.condition(ShellConfig, "DataSecretAvailable")).toMatchObject({
      reason: "SecretControlledByOther",
    });
  });

  test("may fill its Secret up to the server's limit, format included (BS-005)", async () => {
    const reconciler = new ShellConfigReconciler();
    const most = 1024 * 1024 - "cloud-config".length;
    reconciler.answer = outcome.data("x".repeat(most + 1), { format: "cloud-config" });
    await using world = await ProviderScene.start([reconciler], { expectedErrors: [ContractViolation] });
    await createReadyConfig(world);
    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({
      reason: "ContractViolation",
      message: expect.stringContaining(`${most}`) as unknown,
    });
    expect(world.writes().filter((write) => write.startsWith("create secrets"))).toEqual([]);

    reconciler.answer = outcome.data("x".repeat(most), { format: "cloud-config" });
    await world.patch(Machine, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();
    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({ status: "True" });
  });

  test("reports observedGeneration if its status has the field, together with other writes", async () => {
    const reconciler = new ObservedConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster({ provisioned: false });
    await world.createOwned(ObservedConfig, await world.createMachine({ bootstrap: ObservedConfig }));
    await world.settled();
    expect(await world.get(ObservedConfig)).toMatchObject({ status: { observedGeneration: 1 } });
    await world.provisionCluster();
    await world.settled();
    await world.patch(ObservedConfig.kind, "m1", { spec: { script: "false" } });
    await world.settled();

    expect(await world.get(ObservedConfig)).toMatchObject({
      metadata: { generation: 2 },
      status: { observedGeneration: 2, dataSecretName: "m1" },
    });
    // one while it waits, one for the data, and one for each generation
    expect(world.writes().map((write) => write.replace(/^create secrets.*/, "create secrets"))).toEqual([
      "patch observedconfigs/m1 status",
      "create secrets",
      "patch observedconfigs/m1 status",
      "patch observedconfigs/m1 status",
    ]);
  });

  test("does not report a generation whose reconcile failed", async () => {
    const reconciler = new ObservedConfigReconciler();
    reconciler.problem = new Error("no route");
    await using world = await ProviderScene.start([reconciler], { expectedErrors: ["no route"] });
    await world.createCluster();
    await world.createOwned(ObservedConfig, await world.createMachine({ bootstrap: ObservedConfig }));
    await world.settled();
    const { status } = await world.get(ObservedConfig);
    expect(status).toMatchObject({ conditions: [{ type: "Ready", reason: "ReconcileError" }, {}] });
    expect(status?.observedGeneration).toBeUndefined();
  });

  test("uses the Secret that the user set on the Machine, and creates none", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    const machine = await world.createMachine({ bootstrap: ShellConfig, dataSecretName: "mine" });
    await world.createOwned(ShellConfig, machine);
    await world.settled();

    expect(await world.get(ShellConfig)).toMatchObject({
      status: { dataSecretName: "mine", initialization: { dataSecretCreated: true } },
    });
    expect(world.writes()).toEqual(["patch shellconfigs/m1 status"]);
    expect(reconciler.calls).toBe(0);
  });

  test("refuses empty data without quoting it", async () => {
    const reconciler = new ShellConfigReconciler();
    reconciler.answer = outcome.data("");
    await using world = await ProviderScene.start([reconciler], { expectedErrors: [ContractViolation] });
    await createReadyConfig(world);

    expect(await world.condition(ShellConfig, "Ready")).toMatchObject({ reason: "ContractViolation" });
    expect(world.writes()).toEqual(["patch shellconfigs/m1 status"]);
  });

  test("stores the format and the author's conditions", async () => {
    const reconciler = new ShellConfigReconciler();
    reconciler.answer = outcome.data("{}", {
      format: "ignition",
      conditions: [{ type: "CertificatesAvailable", status: "True", reason: "Available" }],
    });
    await using world = await ProviderScene.start([reconciler]);
    await createReadyConfig(world);

    expect(decoded((await world.secret("m1")).data?.format)).toBe("ignition");
    expect(await world.condition(ShellConfig, "CertificatesAvailable")).toMatchObject({ status: "True" });
  });

  test("is refreshed until its machine has joined, without writes", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await createReadyConfig(world);
    const before = world.writes().length;
    const { refreshes } = reconciler;
    expect(refreshes).toBeGreaterThan(0);

    await world.clock.advance({ minutes: 1 });
    expect(reconciler.refreshes).toBe(refreshes + 1);

    await world.patchStatus(Machine, "m1", { nodeRef: { name: "n1" } });
    await world.settled();
    await world.clock.advance({ minutes: 5 });
    expect(reconciler.refreshes).toBe(refreshes + 1);
    expect(world.writes()).toHaveLength(before);
  });

  test("has no finalizer, because there is no external object to delete", async () => {
    await using world = await ProviderScene.start([new ShellConfigReconciler()]);
    await createReadyConfig(world);

    await world.delete(ShellConfig);

    expect(await world.exists(ShellConfig)).toBe(false);
  });
});
