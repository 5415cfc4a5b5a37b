import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import { createPool, ownedBy } from "@capstan/harness/scenes";
import { machinePoolCRD } from "@capstan/testkit";
import { HelloControlPlane, HelloControlPlaneReconciler } from "./hello-control-plane.ts";
import { HelloGroups, HelloPool, HelloPoolReconciler } from "./hello-pool.ts";
import {
  OddCluster,
  OddClusterReconciler,
  OddConfig,
  OddConfigReconciler,
  OddMachine,
  OddMachineReconciler,
} from "./odd-providers.ts";
import { addOddMachine, touch } from "./odd-scene.ts";
import { ProviderScene } from "./provider-scene.ts";

/** A kind of each role, whose reconciler throws the error of the test, and otherwise succeeds. */
export const throwers = {
  machine: () => {
    const reconciler = new OddMachineReconciler(OddMachine);
    const succeed = reconciler.answer;
    return new Thrower(reconciler, "m1", {
      throwWith: (fail) => (reconciler.answer = fail ?? succeed),
      create: (world) => addOddMachine(world, OddMachine, "m1"),
    });
  },
  cluster: () => {
    const reconciler = new OddClusterReconciler();
    const succeed = reconciler.answer;
    return new Thrower(reconciler, "c1", {
      throwWith: (fail) => (reconciler.answer = fail ?? succeed),
      create: async (world, cluster) => world.createOwned(OddCluster, cluster),
    });
  },
  "control plane": () => {
    const reconciler = new HelloControlPlaneReconciler();
    const succeed = reconciler.answer;
    return new Thrower(reconciler, "c1", {
      throwWith: (fail) => (reconciler.answer = fail ?? succeed),
      create: async (world, cluster) => world.createOwned(HelloControlPlane, cluster),
    });
  },
  "machine pool": () => {
    const cloud = new HelloGroups();
    return new Thrower(new HelloPoolReconciler(cloud), "p1", {
      throwWith: (fail) => (cloud.answer = fail),
      create: async (world) => {
        await world.createDataSecret("p1-data", "#cloud-config");
        const noConfig = { group: "bootstrap.cluster.x-k8s.io", kind: "NoConfig" };
        const options = { infrastructure: HelloPool.kind, dataSecretName: "p1-data" };
        const pool = await createPool(world.client, "p1", noConfig, options);
        await world.createOwned(HelloPool, undefined, { metadata: { name: "p1", ownerReferences: [ownedBy(pool)] } });
      },
    });
  },
  "bootstrap config": () => {
    const reconciler = new OddConfigReconciler();
    const succeed = reconciler.answer;
    return new Thrower(reconciler, "m1", {
      throwWith: (fail) => (reconciler.answer = fail ?? succeed),
      create: async (world) => world.createOwned(OddConfig, await world.createMachine({ bootstrap: OddConfig })),
    });
  },
} as const;

interface Parts {
  readonly throwWith: (fail: (() => never) | undefined) => unknown;
  readonly create: (
    world: ProviderScene,
    cluster: Awaited<ReturnType<ProviderScene["createCluster"]>>,
  ) => Promise<void>;
}

/** One object, whose reconciler throws the error of the test. */
class Thrower {
  readonly #reconciler: ProviderController;
  readonly #name: string;
  readonly #parts: Parts;
  #touched = 0;

  constructor(reconciler: ProviderController, name: string, parts: Parts) {
    this.#reconciler = reconciler;
    this.#name = name;
    this.#parts = parts;
  }

  get definition(): ProviderDefinition {
    // The test has only kinds with a role.
    return this.#reconciler.definition as ProviderDefinition;
  }

  /** The object under test, in a separate world, after the first call. */
  async start(error: Error): Promise<ProviderScene> {
    this.#throw(error);
    const world = await ProviderScene.start([this.#reconciler], { crds: [machinePoolCRD] });
    const { kind } = this.definition;
    const cluster = await world.createCluster({
      ...(this.#name === "c1" && kind.group.startsWith("infrastructure") ? { infrastructure: this.definition } : {}),
      ...(kind.group.startsWith("controlplane") ? { controlPlane: this.definition } : {}),
    });
    await this.#parts.create(world, cluster);
    await world.settled();
    return world;
  }

  /** Triggers a reconcile of the object that throws the error, or succeeds without one. */
  async again(world: ProviderScene, error?: Error): Promise<void> {
    this.#throw(error);
    this.#touched += 1;
    await touch(world, this.definition, String(this.#touched), this.#name);
  }

  ready(world: ProviderScene) {
    return world.condition(this.definition, "Ready", this.#name);
  }

  async status(world: ProviderScene): Promise<unknown> {
    const { status } = (await world.get(this.definition, this.#name)) as { readonly status?: unknown };
    return status;
  }

  #throw(error: Error | undefined): void {
    this.#parts.throwWith(
      error === undefined
        ? undefined
        : () => {
            throw error;
          },
    );
  }
}
