import {
  defineInfraCluster,
  defineInfraMachine,
  InfraClusterReconciler,
  InfraMachineReconciler,
  outcome,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { HelloMachine } from "./hello-machine.ts";
import { ProviderScene } from "./provider-scene.ts";

const versions = { v1beta1: { contract: "v1beta2", spec: Type.Object({}) } } as const;
/** A finalizer name in the style of Go providers. */
const ofMachines = "portedmachine.infrastructure.cluster.x-k8s.io";
const ofClusters = "portedcluster.infrastructure.cluster.x-k8s.io";

const PortedMachine = defineInfraMachine({ kind: "PortedMachine", finalizer: ofMachines, versions });
const PortedCluster = defineInfraCluster({ kind: "PortedCluster", finalizer: ofClusters, versions });

class PortedMachineReconciler extends InfraMachineReconciler<typeof PortedMachine> {
  readonly definition = PortedMachine;
  readonly removed: string[] = [];

  reconcileMachine() {
    return outcome.provisioned({ providerID: "ported://1" });
  }

  deleteMachine({ object }: this["Scope"]) {
    this.removed.push(object.metadata.name);
    return outcome.deleted();
  }
}

/** Has nothing to delete, like its predecessor. */
class PortedClusterReconciler extends InfraClusterReconciler<typeof PortedCluster> {
  readonly definition = PortedCluster;

  reconcileCluster() {
    return outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "c1.example.com", port: 6443 } });
  }
}

async function startMachine(finalizers: readonly string[]) {
  const reconciler = new PortedMachineReconciler();
  const world = await ProviderScene.start([reconciler]);
  await world.createCluster();
  await world.createDataSecret("m1", "#cloud-config");
  const machine = await world.createMachine({ infrastructure: PortedMachine, dataSecretName: "m1" });
  await world.createOwned(PortedMachine, machine, { metadata: { finalizers } });
  await world.settled();
  return { world, reconciler, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function finalizersOf(world: ProviderScene, definition: ProviderDefinition): Promise<readonly string[]> {
  return (await world.get(definition)).metadata.finalizers ?? [];
}

describe("the finalizer of a kind", () => {
  test("has its group and kind, unless the definition sets another", () => {
    expect(HelloMachine.finalizer).toBe("infrastructure.cluster.x-k8s.io/hellomachine");
    expect(PortedMachine.finalizer).toBe(ofMachines);
  });

  test("is added to an object before any resource is created for it", async () => {
    await using scene = await startMachine([]);
    expect(await finalizersOf(scene.world, PortedMachine)).toEqual([ofMachines]);
  });

  test("is neither duplicated nor written when another provider left it, and is removed at the end", async () => {
    // given an object of a Go provider, which also has an operator's finalizer
    await using scene = await startMachine([ofMachines, "example.com/backup"]);
    const { world, reconciler } = scene;
    expect(await finalizersOf(world, PortedMachine)).toEqual([ofMachines, "example.com/backup"]);
    expect(world.writes()).toEqual(["patch portedmachines/m1", "patch portedmachines/m1 status"]);
    expect(await world.get(PortedMachine)).toMatchObject({ spec: { providerID: "ported://1" } });

    // when it is deleted
    await world.delete(PortedMachine);
    await world.settled();

    // then its machine is deleted, and only the finalizers of others are left
    expect(reconciler.removed).toEqual(["m1"]);
    expect(await finalizersOf(world, PortedMachine)).toEqual(["example.com/backup"]);
    await world.patch(PortedMachine.kind, "m1", { metadata: { finalizers: null } });
    expect(await world.exists(PortedMachine)).toBe(false);
  });

  test("is removed from an object that has it, even if the provider has nothing to delete", async () => {
    await using world = await ProviderScene.start([new PortedClusterReconciler()]);
    const cluster = await world.createCluster({ infrastructure: PortedCluster });
    await world.createOwned(PortedCluster, cluster, { metadata: { finalizers: [ofClusters] } });
    await world.settled();
    expect(await world.condition(PortedCluster, "Ready", "c1")).toMatchObject({ status: "True" });

    await world.delete(PortedCluster, "c1");
    await world.settled();

    expect(await world.exists(PortedCluster, "c1")).toBe(false);
  });
});
