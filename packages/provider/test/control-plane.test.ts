import { Cluster, type OwnerReference } from "@capstan/contract";
import {
  ContractViolation,
  type ControlPlaneOutcome,
  ControlPlaneReconciler,
  defineControlPlane,
  outcome,
  Type,
} from "@capstan/provider";
import { Secret, requestPath } from "@capstan/runtime";
import type { ExpectedError } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import {
  HelloControlPlane,
  HelloControlPlaneReconciler,
  helloEndpoint,
  kubeconfigWith,
} from "./hello-control-plane.ts";
import { ProviderScene } from "./provider-scene.ts";

const namespace = "default";

/** The world with a ControlPlane that its Cluster owns. */
async function worldWith(
  reconciler: HelloControlPlaneReconciler,
  {
    provisioned = false,
    spec = {},
    expectedErrors = [],
  }: { provisioned?: boolean; spec?: object; expectedErrors?: readonly ExpectedError[] } = {},
): Promise<ProviderScene> {
  const world = await ProviderScene.start([reconciler], { expectedErrors });
  const cluster = await world.createCluster({ provisioned, controlPlane: HelloControlPlane });
  await world.createOwned(HelloControlPlane, cluster, { spec });
  await world.settled();
  return world;
}

async function touch(world: ProviderScene, value: string): Promise<void> {
  await world.patch(HelloControlPlane.kind, "c1", { metadata: { annotations: { touched: value } } });
  await world.settled();
}

async function storedKubeconfig(world: ProviderScene): Promise<string> {
  const { data } = await world.secret("c1-kubeconfig");
  return Buffer.from(data?.value ?? "", "base64").toString("utf8");
}

describe("a ControlPlane", () => {
  test("reports endpoint, version and flag after the kubeconfig Secret exists (CP-002, CP-003, CP-005, CP-008)", async () => {
    await using world = await worldWith(new HelloControlPlaneReconciler(), { spec: { version: "1.34.1" } });

    const { spec, status, metadata } = await world.get(HelloControlPlane, "c1");
    expect(spec).toEqual({ version: "1.34.1", controlPlaneEndpoint: helloEndpoint });
    expect(status).toMatchObject({
      initialization: { controlPlaneInitialized: true },
      version: "v1.34.1",
      versions: [{ version: "v1.34.1" }],
      externalManagedControlPlane: true,
    });
    expect(await world.secret("c1-kubeconfig")).toMatchObject({
      type: "cluster.x-k8s.io/secret",
      metadata: {
        labels: { "cluster.x-k8s.io/cluster-name": "c1" },
        ownerReferences: [{ kind: "HelloControlPlane", name: "c1", uid: metadata.uid, controller: true }],
      },
    });
    expect(await storedKubeconfig(world)).toBe(kubeconfigWith("first-token-of-c1"));
    expect(world.writes()).toEqual([
      "patch hellocontrolplanes/c1",
      "create secrets",
      "patch hellocontrolplanes/c1",
      "patch hellocontrolplanes/c1 status",
    ]);
  });

  test("is Initialized, Available and Ready, in the conditions that core mirrors (CP-007)", async () => {
    await using world = await worldWith(new HelloControlPlaneReconciler());

    const conditions = await Promise.all(
      ["Initialized", "Available", "Ready", "Paused"].map((type) => world.condition(HelloControlPlane, type, "c1")),
    );
    expect(conditions).toMatchObject([
      { status: "True", reason: "Initialized" },
      { status: "True", reason: "Available" },
      { status: "True", reason: "Ready" },
      { status: "False", reason: "NotPaused" },
    ]);
  });

  test("causes no writes without changes (BH-008)", async () => {
    await using world = await worldWith(new HelloControlPlaneReconciler());
    const before = world.writes().length;
    await touch(world, "1");
    await touch(world, "2");
    expect(world.writes()).toHaveLength(before);
  });

  test("keeps the flag and the condition Initialized during a failure, and reports the failure in other conditions", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    await using world = await worldWith(reconciler);
    reconciler.answer = () => outcome.controlPlanePending("Restarting", { message: "the service restarts" });
    await touch(world, "1");

    expect((await world.get(HelloControlPlane, "c1")).status?.initialization).toEqual({
      controlPlaneInitialized: true,
    });
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({ status: "True" });
    expect(await world.condition(HelloControlPlane, "Available", "c1")).toMatchObject({ status: "True" });
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({
      status: "False",
      reason: "Restarting",
    });

    reconciler.answer = () => outcome.failed("AccountClosed", "The account is closed");
    await touch(world, "2");
    expect(await world.condition(HelloControlPlane, "Available", "c1")).toMatchObject({
      status: "False",
      reason: "AccountClosed",
    });
  });

  test("has the author's Available condition, and is Ready during rollouts and scaling", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = () =>
      outcome.controlPlaneInitialized({
        kubeconfig: kubeconfigWith("first-token-of-c1"),
        conditions: [
          { type: "Available", status: "True", reason: "TwoZones" },
          { type: "RollingOut", status: "False", reason: "NotRollingOut" },
          { type: "ScalingUp", status: "Unknown", reason: "NotYetKnown" },
          { type: "ScalingDown", status: "False", reason: "NotScalingDown" },
        ],
      });
    await using world = await worldWith(reconciler);

    expect(await world.condition(HelloControlPlane, "Available", "c1")).toMatchObject({ reason: "TwoZones" });
    expect(await world.condition(HelloControlPlane, "RollingOut", "c1")).toMatchObject({ status: "False" });
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({ status: "True" });
  });

  test("that accepts no requests yet reports its known facts", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = () =>
      outcome.controlPlanePending("Creating", {
        controlPlaneEndpoint: helloEndpoint,
        kubeconfig: kubeconfigWith("early-token-of-c1"),
        version: "v1.34.1",
      });
    await using world = await worldWith(reconciler);

    const { spec, status } = await world.get(HelloControlPlane, "c1");
    expect(spec).toMatchObject({ controlPlaneEndpoint: helloEndpoint });
    expect(status).toMatchObject({ version: "v1.34.1" });
    expect(status).not.toHaveProperty("initialization");
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({
      status: "False",
      reason: "Creating",
    });
    expect(await world.condition(HelloControlPlane, "Available", "c1")).toMatchObject({ status: "False" });
    expect(await storedKubeconfig(world)).toBe(kubeconfigWith("early-token-of-c1"));
  });

  test("is not reconciled without a Cluster owner", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createOwned(HelloControlPlane, undefined);
    await world.settled();

    expect(world.writes()).toEqual([]);
    expect(reconciler.calls).toBe(0);
  });

  test("is reconciled before the Cluster has infrastructure, so that its author may wait for it", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    const { answer } = reconciler;
    reconciler.answer = (scope) => {
      scope.waitForInfrastructure();
      return answer(scope);
    };
    await using world = await worldWith(reconciler);
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({
      reason: "WaitingForClusterInfrastructureReady",
    });

    await world.provisionCluster();
    await world.settled();
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({ status: "True" });
  });

  test("waits for an externally created endpoint, if its author requests it (CP-003)", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = ({ controlPlaneEndpoint }) => {
      expect(controlPlaneEndpoint()).toEqual({ host: "10.0.0.9", port: 6443 });
      return outcome.controlPlaneInitialized({ kubeconfig: kubeconfigWith("first-token-of-c1") });
    };
    await using world = await worldWith(reconciler);
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({
      reason: "WaitingForControlPlaneEndpoint",
    });

    await world.patch(Cluster, "c1", { spec: { controlPlaneEndpoint: { host: "10.0.0.9", port: 6443 } } });
    await world.settled();
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({ status: "True" });
  });

  test("is deleted by its author, but not while it is paused", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    await using world = await worldWith(reconciler);
    await world.patch(Cluster, "c1", { spec: { paused: true } });
    await world.settled();
    await world.delete(HelloControlPlane, "c1");
    await world.settled();
    expect(reconciler.removals).toBe(0);

    await world.patch(Cluster, "c1", { spec: { paused: false } });
    await world.settled();
    expect(reconciler.removals).toBe(1);
    expect(await world.exists(HelloControlPlane, "c1")).toBe(false);
  });

  test.each<[rule: string, what: string, answer: ControlPlaneOutcome]>([
    [
      "CP-003",
      "an endpoint without a port",
      outcome.controlPlaneInitialized({ controlPlaneEndpoint: { host: "a", port: 0 } }),
    ],
    ["CP-004", "counters without replicas in the definition", outcome.controlPlaneInitialized({ replicas: 1 })],
    ["CP-005", "an invalid version", outcome.controlPlaneInitialized({ version: "latest" })],
    ["CP-005", "no versions at all", outcome.controlPlanePending("Creating", { versions: [] })],
    ["CP-008", "an invalid kubeconfig", outcome.controlPlaneInitialized({ kubeconfig: "s3cret-but-no-yaml: [" })],
    ["CP-008", "one without a server", outcome.controlPlanePending("Creating", { kubeconfig: "kind: Config" })],
  ])("%s: is not written when its author returns %s", async (rule, _what, answer) => {
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = () => answer;
    await using world = await worldWith(reconciler, { expectedErrors: [ContractViolation] });

    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({
      reason: "ContractViolation",
      message: expect.stringContaining(rule) as string,
    });
    expect((await world.get(HelloControlPlane, "c1")).status).not.toHaveProperty("initialization");
    const { items } = await world.client.list(Secret, { namespace });
    expect(items).toEqual([]);
  });

  test("CP-003: keeps its endpoint when its author returns another endpoint", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    await using world = await worldWith(reconciler);
    world.expectError(ContractViolation);
    reconciler.answer = () =>
      outcome.controlPlaneInitialized({ controlPlaneEndpoint: { host: "10.0.0.2", port: 6443 } });
    await touch(world, "1");
    expect((await world.get(HelloControlPlane, "c1")).spec.controlPlaneEndpoint).toEqual(helloEndpoint);
    expect(await world.condition(HelloControlPlane, "Ready", "c1")).toMatchObject({
      message: expect.stringContaining("CP-003") as string,
    });
  });
});

describe("the kubeconfig Secret of a ControlPlane (CP-008)", () => {
  test("is updated in one write when the kubeconfig changes", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    await using world = await worldWith(reconciler);
    const before = world.writes().length;
    reconciler.answer = () => outcome.controlPlaneInitialized({ kubeconfig: kubeconfigWith("second-token-of-c1") });
    await touch(world, "1");

    expect(await storedKubeconfig(world)).toBe(kubeconfigWith("second-token-of-c1"));
    expect(world.writes().slice(before)).toEqual(["patch secrets/c1-kubeconfig"]);
  });

  test("is created again after a user deletes it", async () => {
    await using world = await worldWith(new HelloControlPlaneReconciler());
    await world.client.delete(Secret, { name: "c1-kubeconfig", namespace });
    await world.settled();
    expect(await storedKubeconfig(world)).toBe(kubeconfigWith("first-token-of-c1"));
  });

  test("belongs to the ControlPlane again after a move, which changes both uids", async () => {
    const former: OwnerReference = {
      apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
      kind: "HelloControlPlane",
      name: "c1",
      uid: "11111111-2222-3333-4444-555555555555",
      controller: true,
    };
    await using world = await ProviderScene.start([new HelloControlPlaneReconciler()]);
    await createKubeconfigSecret(world, { owner: former });
    const cluster = await world.createCluster({ provisioned: false, controlPlane: HelloControlPlane });
    await world.createOwned(HelloControlPlane, cluster);
    await world.settled();

    const { metadata } = await world.get(HelloControlPlane, "c1");
    expect((await world.secret("c1-kubeconfig")).metadata.ownerReferences).toMatchObject([{ uid: metadata.uid }]);
  });

  test("is not taken from another controller: condition, Event, and no flag", async () => {
    const owner = { apiVersion: "example.com/v1", kind: "Other", name: "o1", uid: "u1", controller: true };
    await using world = await ProviderScene.start([new HelloControlPlaneReconciler()]);
    await createKubeconfigSecret(world, { owner });
    const cluster = await world.createCluster({ provisioned: false, controlPlane: HelloControlPlane });
    await world.createOwned(HelloControlPlane, cluster);
    await world.settled();

    expect(await storedKubeconfig(world)).toBe("theirs");
    const { spec, status } = await world.get(HelloControlPlane, "c1");
    expect(spec).toMatchObject({ controlPlaneEndpoint: helloEndpoint });
    expect(status).not.toHaveProperty("initialization");
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({
      status: "False",
      reason: "SecretControlledByOther",
      message: expect.stringContaining("Other o1") as string,
    });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "SecretControlledByOther" }]);
  });

  test("of another type belongs to the user, and stays unchanged", async () => {
    await using world = await ProviderScene.start([new HelloControlPlaneReconciler()]);
    await createKubeconfigSecret(world, { type: "Opaque" });
    const cluster = await world.createCluster({ provisioned: false, controlPlane: HelloControlPlane });
    await world.createOwned(HelloControlPlane, cluster);
    await world.settled();

    expect(await storedKubeconfig(world)).toBe("theirs");
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({ status: "True" });
  });

  test("is awaited if the author returns none", async () => {
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = () => outcome.controlPlaneInitialized({ controlPlaneEndpoint: helloEndpoint });
    await using world = await worldWith(reconciler);
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({
      status: "False",
      reason: "WaitingForKubeconfig",
    });

    await createKubeconfigSecret(world, {});
    await world.clock.advance({ seconds: 10 });
    expect(await world.condition(HelloControlPlane, "Initialized", "c1")).toMatchObject({ status: "True" });
    expect(await storedKubeconfig(world)).toBe("theirs");
  });

  test("never appears in reports, with any message of the author", async () => {
    const token = "t0k3n-that-must-stay-hidden";
    const reconciler = new HelloControlPlaneReconciler();
    reconciler.answer = ({ logger }) => {
      const said = outcome.controlPlaneInitialized({
        kubeconfig: kubeconfigWith(token),
        conditions: [{ type: "Chatty", status: "True", reason: "Chatty", message: `logged in with ${token}` }],
      });
      logger.info("asked");
      return said;
    };
    await using world = await worldWith(reconciler);
    expect(await world.condition(HelloControlPlane, "Chatty", "c1")).toMatchObject({
      message: "logged in with [secret]",
    });
    expect(
      JSON.stringify([await world.get(HelloControlPlane, "c1"), world.logged, await world.events()]),
    ).not.toContain(token);
  });
});

async function createKubeconfigSecret(
  world: ProviderScene,
  { owner, type = "cluster.x-k8s.io/secret" }: { owner?: OwnerReference; type?: string },
): Promise<void> {
  await world.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "c1-kubeconfig",
      namespace,
      labels: { "cluster.x-k8s.io/cluster-name": "c1" },
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
    },
    type,
    data: { value: Buffer.from("theirs").toString("base64") },
  });
}

describe("a ControlPlane with replicas (CP-004)", () => {
  const definitions = {
    v1beta2: counted("v1beta2"),
    v1beta1: counted("v1beta1"),
    both: counted(["v1beta1", "v1beta2"]),
  };

  function counted(contract: "v1beta1" | "v1beta2" | readonly ["v1beta1", "v1beta2"]) {
    return defineControlPlane({
      kind: "CountedControlPlane",
      replicas: true,
      versions: { v1: { contract, spec: Type.Object({}) } },
    });
  }

  class CountedReconciler extends ControlPlaneReconciler<ReturnType<typeof counted>> {
    readonly definition;

    constructor(definition: ReturnType<typeof counted>) {
      super();
      this.definition = definition;
    }

    counts: NonNullable<Parameters<typeof outcome.controlPlaneInitialized>[0]> = {
      replicas: 3,
      readyReplicas: 2,
      availableReplicas: 2,
      upToDateReplicas: 1,
      versions: [
        { version: "v1.34.10", replicas: 1 },
        { version: "v1.34.9", replicas: 2 },
      ],
    };

    reconcileControlPlane() {
      return outcome.controlPlaneInitialized({ kubeconfig: kubeconfigWith("first-token-of-c1"), ...this.counts });
    }
  }

  test.each([
    ["v1beta2", { upToDateReplicas: 1, availableReplicas: 2 }, ["updatedReplicas", "unavailableReplicas"]],
    ["v1beta1", { updatedReplicas: 1, unavailableReplicas: 3 }, ["upToDateReplicas", "availableReplicas"]],
    ["both", { upToDateReplicas: 1, availableReplicas: 2, updatedReplicas: 1, unavailableReplicas: 3 }, []],
  ] as const)("counts them in the terms of contract %s", async (contract, counters, absent) => {
    const definition = definitions[contract];
    await using world = await ProviderScene.start([new CountedReconciler(definition)]);
    const cluster = await world.createCluster({ provisioned: false, controlPlane: definition });
    await world.createOwned(definition, cluster, { spec: { replicas: 5 } });
    await world.settled();

    const { status = {} } = await world.get(definition, "c1");
    expect(status).toMatchObject({
      ...counters,
      replicas: 3,
      readyReplicas: 2,
      selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/control-plane",
      version: "v1.34.9",
      versions: [
        { version: "v1.34.9", replicas: 2 },
        { version: "v1.34.10", replicas: 1 },
      ],
    });
    for (const name of absent) expect(status).not.toHaveProperty(name);
    const flag = contract === "v1beta1" ? { initialized: true } : { initialization: { controlPlaneInitialized: true } };
    expect(status).toMatchObject(flag);
  });

  test.each([
    [
      "v1beta2",
      { readyReplicas: 7 },
      /status\.readyReplicas: expected at most 3, the value of replicas, found 7 \(CP-013/,
    ],
    ["v1beta1", { readyReplicas: 7 }, /status\.readyReplicas.*CP-013/],
    ["v1beta1", { availableReplicas: 7 }, /status\.availableReplicas.*CP-013/],
    ["both", { replicas: 2 }, /status\.versions: expected at most 2, the value of replicas, found 3 \(CP-013/],
    ["v1beta2", { readyReplicas: -1 }, /status\.readyReplicas.*found -1 \(CP-004/],
    ["v1beta2", { readyReplicas: undefined }, /status\.readyReplicas.*found nothing \(CP-004/],
    ["v1beta1", { availableReplicas: undefined }, /status\.availableReplicas.*CP-004/],
  ] as const)("refuses impossible counters: %s with %j", async (contract, wrong, message) => {
    const definition = definitions[contract];
    const reconciler = new CountedReconciler(definition);
    reconciler.counts = { ...reconciler.counts, ...wrong };
    await using world = await ProviderScene.start([reconciler], { expectedErrors: [ContractViolation] });
    const cluster = await world.createCluster({ provisioned: false, controlPlane: definition });
    await world.createOwned(definition, cluster, { spec: { replicas: 5 } });
    await world.settled();

    expect(await world.condition(definition, "Ready", "c1")).toMatchObject({
      reason: "ContractViolation",
      message: expect.stringMatching(message) as string,
    });
    const { status } = await world.get(definition, "c1");
    expect(status).not.toHaveProperty("replicas");
  });

  test("keeps counters that an outcome omits, also while users scale it", async () => {
    // given a control plane of contract v1beta1 with all counters
    const definition = definitions.v1beta1;
    const reconciler = new CountedReconciler(definition);
    await using world = await ProviderScene.start([reconciler], { expectedErrors: [ContractViolation] });
    const cluster = await world.createCluster({ provisioned: false, controlPlane: definition });
    await world.createOwned(definition, cluster, { spec: { replicas: 3 } });
    await world.settled();
    const status = async () => (await world.get(definition, "c1")).status;
    const first = await status();
    expect(first).toMatchObject({ replicas: 3, readyReplicas: 2, unavailableReplicas: 1 });

    // when an outcome repeats only the number of instances while users want more
    reconciler.counts = { replicas: 3 };
    const scale = async (replicas: number) => {
      const key = { name: "c1", namespace };
      await world.client.patch(definition.kind, key, { type: "merge", body: { spec: { replicas } } });
      await world.settled();
    };
    await scale(7);
    // then the others keep their values
    expect(await status()).toMatchObject({ readyReplicas: 2, updatedReplicas: 1, unavailableReplicas: 1 });
    expect(await world.condition(definition, "Ready", "c1")).toMatchObject({ status: "True" });

    // when it reports fewer instances than those that were ready
    reconciler.counts = { replicas: 1, version: "v1.34.10" };
    await scale(1);
    // then it must report all counters again
    expect(await world.condition(definition, "Ready", "c1")).toMatchObject({
      reason: "ContractViolation",
      message: expect.stringMatching(/status\.readyReplicas.*CP-013/) as string,
    });
    expect(await status()).toMatchObject({ replicas: 3 });
  });

  test("has the scale subresource for external scaling", async () => {
    const definition = definitions.v1beta2;
    await using world = await ProviderScene.start([new CountedReconciler(definition)]);
    const cluster = await world.createCluster({ provisioned: false, controlPlane: definition });
    await world.createOwned(definition, cluster, { spec: { replicas: 5 } });
    await world.settled();
    const path = requestPath`/apis/controlplane.cluster.x-k8s.io/v1/namespaces/${namespace}/countedcontrolplanes/c1/scale`;
    expect(await world.client.request("GET", path)).toMatchObject({
      kind: "Scale",
      spec: { replicas: 5 },
      status: { replicas: 3, selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/control-plane" },
    });
  });
});
