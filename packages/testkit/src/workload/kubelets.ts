import { Machine } from "@capstan/contract";
import { type ObjectKey } from "@capstan/kube";
import {
  type Client,
  Controller,
  forKind,
  type Informer,
  type Manager,
  type Reconciler,
  type Request,
} from "@capstan/runtime";
import { registerNode } from "./register-node.ts";

/**
 * Simulates the kubelets of a workload cluster: for a Machine of the Cluster with a providerID, it creates a Ready Node with the same name.
 * A Node that was deleted is not recreated.
 *
 * @example
 * ```ts
 * import { MockMachine, TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("the kubelets of a workload cluster are played", async () => {
 *   await using env = await TestEnvironment.start({ crds: MockMachine.crds });
 *   const cluster = await env.createCluster();
 *   const workload = await env.startWorkloadCluster(cluster); // has Kubelets make a Node of each Machine with a providerID
 *   expect(workload).toBeDefined();
 * });
 * ```
 */
export class Kubelets {
  readonly #workload: Client;
  readonly #cluster: ObjectKey;

  constructor(workload: Client, cluster: ObjectKey) {
    this.#workload = workload;
    this.#cluster = cluster;
  }

  /** Adds the controller that registers Nodes to a manager of the management cluster. */
  setup(manager: Manager): void {
    const machines = manager.cache.informer(Machine);
    const reconciler = new Registration(this.#workload, this.#cluster, machines);
    manager.add(new Controller({ name: `kubelets-${this.#cluster.name}`, reconciler, sources: [forKind(Machine)] }));
  }
}

class Registration implements Reconciler {
  readonly #registered = new Set<string>();
  readonly #workload: Client;
  readonly #cluster: ObjectKey;
  readonly #machines: Informer<Machine>;

  constructor(workload: Client, cluster: ObjectKey, machines: Informer<Machine>) {
    this.#workload = workload;
    this.#cluster = cluster;
    this.#machines = machines;
  }

  async reconcile(request: Request) {
    const machine = this.#machines.get(request);
    if (machine === undefined) return {};
    const { name, namespace, uid = "" } = machine.metadata;
    const { clusterName, providerID } = machine.spec;
    const isOurs = namespace === this.#cluster.namespace && clusterName === this.#cluster.name;
    if (!isOurs || providerID === undefined || this.#registered.has(uid)) return {};
    await registerNode(this.#workload, { name, providerID, version: machine.spec.version });
    this.#registered.add(uid);
    return {};
  }
}
