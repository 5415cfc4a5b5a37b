import path from "node:path";
import { defineInfraMachine, managerRules, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { describeProviderContract } from "@capstan/testkit/conformance";
import { describe, expect, test } from "vitest";
import { ProviderScene } from "../../../packages/provider/test/provider-scene.ts";
import { runProgram } from "../blocks/run-program.ts";
import { FooCluster, FooMachine } from "./ported-kinds.ts";
import { FooMachineReconciler } from "./ported-reconciler.ts";
import { ReadyCloud } from "./ready-cloud.ts";

/** An author who mutates cached objects. */
class CarelessReconciler extends FooMachineReconciler {
  readonly errors: unknown[] = [];

  override async reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    try {
      // @ts-expect-error: objects from the cache are read-only
      scope.object.spec.size = "large";
    } catch (error) {
      this.errors.push(error);
    }
    return super.reconcileMachine(scope, signal);
  }
}

const condition = { status: "True", observedGeneration: 1, lastTransitionTime: "2026-01-01T00:00:00Z" };
/** The status of a machine from the Go provider. */
const reported = {
  initialization: { provisioned: true },
  conditions: [
    { ...condition, type: "Ready", reason: "InstanceReady", message: "" },
    { ...condition, type: "InstanceReady", reason: "InstanceReady", message: "" },
  ],
};

/** A FooMachine that the Go provider has provisioned, before Capstan's provider takes over. */
async function startAfterGo(reconciler: FooMachineReconciler): Promise<ProviderScene> {
  const world = await ProviderScene.start([reconciler], { crds: FooCluster.crds, watchFilter: "ours" });
  await world.createCluster({ infrastructure: FooCluster });
  await world.createDataSecret("m1", "#cloud-config");
  const machine = await world.createMachine({ infrastructure: FooMachine, dataSecretName: "m1" });
  const spec = { size: "small", zone: "a", providerID: "foo://default/m1" };
  await world.createOwned(FooMachine, machine, { metadata: { finalizers: [FooMachine.finalizer] }, spec });
  await world.patchStatus(FooMachine.kind, "m1", reported);
  await world.settled();
  return world;
}

async function handOver(world: ProviderScene): Promise<void> {
  await world.patch(FooMachine.kind, "m1", { metadata: { labels: { "cluster.x-k8s.io/watch-filter": "ours" } } });
  await world.settled();
}

describe("a provider that was ported from Go", () => {
  test("does not compile with a field of the contract in its schema, and is rejected", () => {
    const define = () =>
      defineInfraMachine({
        kind: "BarMachine",
        versions: {
          v1beta1: {
            contract: "v1beta2",
            // @ts-expect-error: a field of the contract
            spec: Type.Object({ providerID: Type.Optional(Type.String()) }),
          },
        },
      });
    expect(define).toThrow(/IM-002/);
  });

  test("serves the existing kinds: Template and List, contracts by labels, columns and short names", () => {
    const [crd, template] = FooMachine.crds;
    expect([crd, template].map((each) => each?.spec.names.listKind)).toEqual([
      "FooMachineList",
      "FooMachineTemplateList",
    ]);
    expect(crd?.metadata.labels).toMatchObject({
      "cluster.x-k8s.io/v1beta1": "v1alpha1",
      "cluster.x-k8s.io/v1beta2": "v1beta1",
    });
    expect(crd?.spec.names.shortNames).toEqual(["foom"]);
    expect(crd?.spec.versions[1]?.schema.openAPIV3Schema.properties?.spec?.properties?.size).toMatchObject({
      minLength: 1,
      pattern: "^[a-z]+$",
      default: "small",
    });
    expect(managerRules([FooMachine])).toEqual(expect.arrayContaining([...FooMachine.permissions]));
  });

  test("takes over the Go provider's objects: one status write, and none to metadata and spec", async () => {
    // given a provisioned machine with the finalizer and the conditions of the Go provider
    const cloud = new ReadyCloud();
    await using world = await startAfterGo(new FooMachineReconciler(cloud));
    const before = await world.get(FooMachine);

    await handOver(world);

    // then one write adds its own conditions, next to conditions of other writers
    const after = await world.get(FooMachine);
    expect(after.metadata.finalizers).toEqual([FooMachine.finalizer]);
    expect(after.spec).toEqual(before.spec);
    expect(await world.condition(FooMachine, "InstanceReady")).toMatchObject({ status: "True" });
    expect(await world.condition(FooMachine, "Ready")).toMatchObject({ status: "True" });
    expect(world.writes()).toEqual(["patch foomachines/m1 status"]);

    // and no other write follows, whatever triggers a reconcile
    await world.patch(FooMachine.kind, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();
    expect(world.writes()).toHaveLength(1);

    // and deleting it deletes its server
    await world.delete(FooMachine);
    await world.settled();
    expect(await world.exists(FooMachine)).toBe(false);
    expect(cloud.servers.size).toBe(0);
  });

  test("receives frozen objects in tests, matching their read-only types", async () => {
    const reconciler = new CarelessReconciler(new ReadyCloud());
    await using world = await startAfterGo(reconciler);

    await handOver(world);

    expect(reconciler.errors[0]).toBeInstanceOf(TypeError);
    expect(await world.get(FooMachine)).toMatchObject({ spec: { size: "small" } });
  });
});

test("is a program that serves everything that the Go provider's main does", async () => {
  const { end, output } = await runProgram(path.join(import.meta.dirname, "ported-main.ts"));
  expect(end, output).toBe(0);
});

test("is tested without waiting: the test advances the clock, and everything settles", async () => {
  // given a cloud whose servers start slowly
  const cloud = new ReadyCloud();
  cloud.state = "starting";
  await using env = await TestEnvironment.start({ reconcilers: [new FooMachineReconciler(cloud)] });
  const machine = await env.createMachine({ infrastructure: FooMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  expect(await machine.phase()).toMatchObject({ phase: "Provisioning" });

  cloud.state = "running";
  await env.clock.advance({ seconds: 5 });

  expect(await machine.phase()).toMatchObject({ phase: "Provisioned" });
});

describeProviderContract({
  definition: FooMachine,
  reconcilers: ({ outside }) => [new FooMachineReconciler(new ReadyCloud(outside))],
});
