import {
  Cluster,
  defineInfraMachine,
  getCondition,
  InfraMachineReconciler,
  Node,
  outcome,
  Secret,
  systemClock,
  Type,
} from "@capstan/provider";
import { FakeClock, MockMachine, TestEnvironment } from "@capstan/testkit";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { afterAll, describe, expect, test } from "vitest";
import { FakeService } from "./fake-service/fake-service.ts";
import { ManagedControlPlane } from "./src/api/managed-control-plane.ts";
import { ManagedControlPlaneReconciler } from "./src/reconcilers/managed-control-plane/managed-control-plane-reconciler.ts";

const namespace = "default";

/** A machine that becomes a Node as soon as it is created. */
const InstantMachine = defineInfraMachine({
  kind: "InstantMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

class InstantMachineReconciler extends InfraMachineReconciler<typeof InstantMachine> {
  readonly definition = InstantMachine;

  async reconcileMachine(scope: this["Scope"]) {
    const { name } = scope.machine.metadata;
    const providerID = `instant://${name}`;
    const { client } = await scope.workload();
    const { items } = await client.list(Node);
    if (!items.some(({ metadata }) => metadata.name === name)) {
      await client.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name }, spec: { providerID } });
    }
    return outcome.provisioned({ providerID });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

async function startScene() {
  const clock = new FakeClock({ startMs: systemClock.now() });
  const service = await FakeService.start({ clock });
  const env = await TestEnvironment.start({
    clock,
    crds: MockMachine.crds,
    reconcilers: [new ManagedControlPlaneReconciler(), new InstantMachineReconciler()],
  });
  const cluster = await env.createCluster({
    name: "c1",
    controlPlane: ManagedControlPlane,
    controlPlaneSpec: { url: service.url, version: "1.36.0" },
  });
  return {
    clock,
    service,
    env,
    cluster,
    controlPlane: () => env.client.get(ManagedControlPlane.kind, { name: "c1", namespace }),
    [Symbol.asyncDispose]: async () => {
      await env[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

describe("a ManagedControlPlane", () => {
  test("brings its Cluster with an endpoint to Provisioned, and a Machine joins", async () => {
    await using scene = await startScene();
    const { env, clock, cluster, service } = scene;
    await env.settled();
    expect(getCondition(await scene.controlPlane(), "Initialized")).toMatchObject({
      status: "False",
      reason: "Creating",
    });

    await clock.advance({ seconds: 10 });
    const { port } = new URL(service.kubeconfigOf("default.c1")?.match(/https:\S+/)?.[0] ?? "");
    const { spec, status, ...rest } = await cluster.get();
    expect(spec.controlPlaneEndpoint).toEqual({ host: "127.0.0.1", port: Number(port) });
    expect(status?.phase).toBe("Provisioned");
    for (const type of ["ControlPlaneInitialized", "ControlPlaneAvailable"]) {
      expect(getCondition({ ...rest, status }, type)).toMatchObject({ status: "True" });
    }
    expect((await scene.controlPlane()).status).toMatchObject({
      version: "v1.36.0",
      externalManagedControlPlane: true,
    });

    const worker = await env.createMachine({
      cluster,
      infrastructure: InstantMachine,
      bootstrapData: "none of its business",
      machine: { version: "v1.36.0" },
    });
    await clock.advance({ seconds: 10 });
    expect((await worker.get()).status?.nodeRef).toEqual({ name: worker.name });
  });

  test("reports a rollout while the service upgrades it, and stays Available", async () => {
    await using scene = await startScene();
    const { env, clock } = scene;
    await clock.advance({ seconds: 10 });
    const body = { spec: { version: "v1.37.1" } };
    await env.client.patch(ManagedControlPlane.kind, { name: "c1", namespace }, { type: "merge", body });
    await env.settled();

    const upgrading = await scene.controlPlane();
    expect(upgrading.status).toMatchObject({ version: "v1.36.0" });
    expect(getCondition(upgrading, "RollingOut")).toMatchObject({ status: "True" });
    for (const type of ["Available", "Ready", "Initialized"]) {
      expect(getCondition(upgrading, type)).toMatchObject({ status: "True" });
    }

    await clock.advance({ seconds: 10 });
    const upgraded = await scene.controlPlane();
    expect(upgraded.status).toMatchObject({ version: "v1.37.1", versions: [{ version: "v1.37.1" }] });
    expect(getCondition(upgraded, "RollingOut")).toMatchObject({ status: "False" });
  });

  test("is deleted with its Cluster, and so is its control plane in the service", async () => {
    await using scene = await startScene();
    const { env, clock, cluster, service } = scene;
    await clock.advance({ seconds: 10 });
    expect(service.ids).toEqual(["default.c1"]);

    await cluster.delete();
    await clock.advance({ seconds: 30 });
    expect(service.ids).toEqual([]);
    expect((await env.client.list(Cluster)).items).toEqual([]);
    expect((await env.client.list(Secret)).items).toEqual([]);
  });
});

let now = () => systemClock.now();

// One service for all tests, which run sequentially, because its address is part of the objects.
const service = await FakeService.start({ clock: { now: () => now() } });
afterAll(() => service[Symbol.asyncDispose]());

describeProviderContract({
  definition: ManagedControlPlane,
  spec: { url: service.url, version: "v1.36.0" },
  reconcilers: async ({ clock, outside }) => {
    await service.clear();
    now = () => clock.now();
    service.observer = outside;
    return [new ManagedControlPlaneReconciler()];
  },
});
