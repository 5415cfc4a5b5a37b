import { Cluster, type KubernetesObject, labels, Machine, MachinePool, type ResourceKind } from "@capstan/contract";
import type { Scene } from "@capstan/harness/scenes";
import { apiVersionOf } from "@capstan/kube";
import { Secret } from "@capstan/runtime";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { GroupMachine } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine.ts";
import { GroupMachinePool } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import type { JoiningClouds } from "./joining-clouds.ts";
import type { PoolProviders } from "./pool-providers.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

/** The kinds of objects that are created and deleted with the Cluster. */
export const ownedKinds: readonly ResourceKind[] = [
  Cluster,
  ManagedControlPlane.kind,
  MachinePool,
  Machine,
  GroupMachinePool.kind,
  GroupMachine.kind,
];
/** The kinds that a scene watches. */
export const watchedKinds: readonly ResourceKind[] = [...ownedKinds, Secret];

/** Cluster `c1` with a managed control plane, and its MachinePool `workers`, whose machines are Machines. */
export class PoolScene {
  readonly scene: Scene;
  readonly #clouds: JoiningClouds;
  readonly #providers: PoolProviders;

  constructor(scene: Scene, clouds: JoiningClouds, providers: PoolProviders) {
    this.scene = scene;
    this.#clouds = clouds;
    this.#providers = providers;
  }

  /** The cloud's group of the pool. */
  get group(): string {
    return `${this.scene.namespace}.workers`;
  }

  get pool(): MachinePool | undefined {
    return this.scene.list(MachinePool).find(({ metadata }) => metadata.name === "workers");
  }

  get cluster(): Cluster {
    return this.scene.find(Cluster, "c1") as Cluster;
  }

  /** Creates the Cluster, waits for its control plane, and creates the pool. */
  async apply(replicas: number): Promise<void> {
    const { scene } = this;
    const [controlPlane, infrastructure] = [ManagedControlPlane.kind, GroupMachinePool.kind];
    await scene.create(
      ofKind(controlPlane, "c1", { url: this.#clouds.service.url, version: "v1.36.0" }),
      ofKind(Cluster, "c1", { controlPlaneRef: { apiGroup: controlPlane.group, kind: controlPlane.kind, name: "c1" } }),
    );
    await this.reached("a control plane", () => this.hasControlPlane());
    const infrastructureRef = { apiGroup: infrastructure.group, kind: infrastructure.kind, name: "workers" };
    const bootstrap = { dataSecretName: "workers-data" };
    await scene.create(
      dataSecret,
      ofKind(infrastructure, "workers", { cloudURL: this.#clouds.groups.url, machines: true }),
      ofKind(MachinePool, "workers", {
        clusterName: "c1",
        replicas,
        template: { spec: { clusterName: "c1", version: "v1.36.0", bootstrap, infrastructureRef } },
      }),
    );
  }

  hasControlPlane(): boolean {
    const types = ["ControlPlaneInitialized", "ControlPlaneAvailable", "RemoteConnectionProbe"];
    return types.every((type) => this.scene.condition(Cluster, "c1", type)?.status === "True");
  }

  /** Whether the pool has this many machines, in the cloud and in each object that counts or represents them, each with its Node. */
  isOf(count: number): boolean {
    const { scene, pool } = this;
    const instances = this.#clouds.groups.instances(this.group);
    const ids = instances.map(({ id }) => `group://${this.group}/${id}`).toSorted();
    const machines = scene.list(Machine);
    return (
      ids.length === count &&
      pool?.spec.replicas === count &&
      pool.status?.replicas === count &&
      pool.status.nodeRefs?.length === count &&
      isSame(pool.spec.providerIDList ?? [], ids) &&
      isSame(
        machines.map(({ spec }) => spec.providerID ?? ""),
        ids,
      ) &&
      machines.every(({ status }) => status?.phase === "Running") &&
      scene.list(GroupMachine.kind).length === count
    );
  }

  async patchPool(body: object): Promise<void> {
    await this.scene.client.patch(MachinePool, this.scene.key("workers"), { type: "merge", body });
  }

  /** Deletes the Machine of a cloud machine, and resolves with the name of its Node. */
  async deleteOneMachine(): Promise<string> {
    const [machine] = this.scene.list(Machine);
    await this.scene.client.delete(Machine, this.scene.key(machine?.metadata.name ?? ""));
    return machine?.status?.nodeRef?.name ?? "";
  }

  async nodeNames(): Promise<string[]> {
    await using workload = this.#clouds.workload(this.scene.namespace);
    return await workload.nodeNames();
  }

  /**
   * Resolves when `fact` holds; checks every change of the scene.
   * @throws Error it does not hold in time; with the providers' output.
   */
  async reached(what: string, fact: () => boolean): Promise<void> {
    await this.scene.until(what, fact).catch((error: unknown) => {
      const facts = [String(error), ...this.#clouds.failures.map(String), JSON.stringify(this.pool)];
      throw new Error([...facts, this.#providers.output].join("\n"), { cause: error });
    });
  }

  /** Deletes the Cluster; resolves once only the user's objects remain, in the management cluster and in the clouds. */
  async deleteAll(): Promise<void> {
    await this.scene.client.delete(Cluster, this.scene.key("c1"));
    const isGone = (kind: ResourceKind) => this.scene.list<KubernetesObject>(kind).length === 0;
    await this.reached("all gone", () => ownedKinds.every(isGone));
    await this.reached("the kubeconfig gone", () =>
      this.scene.list(Secret).every(({ metadata }) => metadata.name === dataSecret.metadata.name),
    );
  }
}

/** A user's bootstrap data that is moved with the Cluster. */
const dataSecret: Secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "workers-data", labels: { [labels.clusterName]: "c1", [labels.move]: "" } },
  data: { value: Buffer.from("#!/bin/sh\necho boot\n").toString("base64") },
};

function ofKind(kind: ResourceKind, name: string, spec: object) {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name }, spec };
}

/** Whether a list contains these in any order. */
function isSame(list: readonly string[], sorted: readonly string[]): boolean {
  return list.toSorted().join() === sorted.join();
}
