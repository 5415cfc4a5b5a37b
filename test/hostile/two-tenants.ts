import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { MockCluster } from "@capstan/infrastructure-mock";
import { createPool } from "@capstan/harness/scenes";
import { apiVersionOf } from "@capstan/kube";
import { ConfigMap, Namespace, Secret } from "@capstan/provider";
import { type ControllerRequest, KubeadmConfig, MockMachine, TestEnvironment } from "@capstan/testkit";
import { NotedMachine, NotedMachineReconciler } from "./noted-machine.ts";

/** The kinds of the first tenant's objects. */
export const tenantKinds: readonly ResourceKind[] = [
  ...[MockCluster.kind, Cluster, KubeadmConfig.templateKind, MockMachine.templateKind],
  ...[MachineDeployment, MachineSet, MachineHealthCheck, MachinePool, Machine],
  ...[KubeadmConfig.kind, MockMachine.kind, NotedMachine.kind, Secret, ConfigMap],
];

const writing: readonly string[] = ["create", "update", "patch", "delete", "deletecollection"];

/**
 * A management cluster with two tenants. The first, `victim`, has at least one object of each kind, and is idle; the second, `evil`, has no
 * objects yet.
 */
export class TwoTenants implements AsyncDisposable {
  readonly environment: TestEnvironment;
  #author: NotedMachineReconciler;

  private constructor(environment: TestEnvironment, author: NotedMachineReconciler) {
    this.environment = environment;
    this.#author = author;
  }

  /** The reconciles of the author's reconciler since its start, as `namespace/name`. */
  get reconciledByAuthor(): readonly string[] {
    return this.#author.reconciled;
  }

  static async start(): Promise<TwoTenants> {
    const author = new NotedMachineReconciler();
    const reconcilers = [new KubeadmConfigReconciler(), author];
    const environment = await TestEnvironment.start({ reconcilers, infrastructureMock: true });
    // Each step may take long on a busy machine; no time is measured.
    environment.clock.settle = () => environment.settled({ patienceMs: 240_000 });
    const tenants = new TwoTenants(environment, author);
    try {
      for (const name of ["victim", "evil"]) {
        await environment.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
      }
      await tenants.#createFixture();
      await tenants.#boot();
      // Delayed reports, such as the number of healthy Machines, are written now.
      await tenants.restart();
      return tenants;
    } catch (error) {
      await environment[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** All stored objects of a tenant. */
  async objectsOf(namespace: string): Promise<KubernetesObject[]> {
    const lists = await Promise.all(tenantKinds.map((kind) => this.environment.client.list(kind, { namespace })));
    return lists.flatMap(({ items }, index) => {
      const { kind, ...group } = tenantKinds[index] ?? Machine;
      return items.map((item) => ({ ...item, apiVersion: apiVersionOf(group), kind }));
    });
  }

  /** Resolves when all managers have observed everything and are idle. */
  settled(): Promise<void> {
    return this.environment.settled({ patienceMs: 240_000 });
  }

  /** Restarts the managers, so that every object is reconciled with the present state. */
  async restart(): Promise<void> {
    await this.environment.restartCore();
    this.#author = new NotedMachineReconciler();
    await this.environment.restart([new KubeadmConfigReconciler(), this.#author]);
    await this.settled();
  }

  /** The attempted writes of the managers in a namespace, after the first `began` of all requests. */
  writesIn(namespace: string, began: number): string[] {
    return this.environment
      .requests()
      .slice(began)
      .filter((request) => request.namespace === namespace && writing.includes(request.verb))
      .map(describeRequest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.environment[Symbol.asyncDispose]();
  }

  async #createFixture(): Promise<void> {
    const { client } = this.environment;
    const create = async (kind: ResourceKind, name: string, fields: object, metadata: object = {}) => {
      const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, ...fields };
      return client.create<KubernetesObject>(kind, { ...object, metadata: { namespace: "victim", name, ...metadata } });
    };
    const reference = ({ group: apiGroup, kind }: ResourceKind, name: string) => ({ apiGroup, kind, name });
    const version = "v1.36.0";
    const ofCluster = { [labels.clusterName]: "c1" };
    await create(MockCluster.kind, "c1", {});
    await create(Cluster, "c1", { spec: { infrastructureRef: reference(MockCluster.kind, "c1") } });
    await create(KubeadmConfig.kind, "cp", {});
    await create(MockMachine.kind, "cp", {});
    const controlPlane = { configRef: reference(KubeadmConfig.kind, "cp") };
    await create(
      Machine,
      "cp",
      {
        spec: {
          clusterName: "c1",
          version,
          bootstrap: controlPlane,
          infrastructureRef: reference(MockMachine.kind, "cp"),
        },
      },
      { labels: { ...ofCluster, [labels.controlPlane]: "" } },
    );
    await create(KubeadmConfig.templateKind, "t1", { spec: { template: { spec: { format: "cloud-config" } } } });
    await create(MockMachine.templateKind, "t1", { spec: { template: { spec: {} } } });
    const sets = [
      [MachineDeployment, "web", 2],
      [MachineSet, "alone", 1],
    ] as const;
    for (const [kind, name, replicas] of sets) {
      const selected = { ...ofCluster, pool: name };
      const bootstrap = { configRef: reference(KubeadmConfig.templateKind, "t1") };
      const infrastructureRef = reference(MockMachine.templateKind, "t1");
      const spec = { clusterName: "c1", version, bootstrap, infrastructureRef };
      const template = { metadata: { labels: selected }, spec };
      const selector = { matchLabels: selected };
      await create(kind, name, { spec: { clusterName: "c1", replicas, selector, template } }, { labels: ofCluster });
    }
    const checks = { unhealthyNodeConditions: [{ type: "Ready", status: "Unknown", timeoutSeconds: 300 }] };
    await create(MachineHealthCheck, "check", {
      spec: { clusterName: "c1", selector: { matchLabels: { pool: "web" } }, checks },
    });
    await create(Secret, "noted-data", { type: "cluster.x-k8s.io/secret", stringData: { value: "#cloud-config" } });
    const noted = await create(NotedMachine.kind, "noted", { spec: {} });
    const infrastructureRef = reference(NotedMachine.kind, "noted");
    await create(
      Machine,
      "noted",
      { spec: { clusterName: "c1", version, bootstrap: { dataSecretName: "noted-data" }, infrastructureRef } },
      { labels: ofCluster },
    );
    const owner = { apiVersion: noted.apiVersion, kind: noted.kind, name: "noted", uid: noted.metadata.uid };
    await create(ConfigMap, "note", { data: { text: "one" } }, { ownerReferences: [owner], labels: ofCluster });
    const pool = await createPool(client, "pool", KubeadmConfig.kind, { namespace: "victim" });
    const ofPool = { apiVersion: apiVersionOf(MachinePool), kind: "MachinePool", name: "pool", uid: pool.metadata.uid };
    await create(KubeadmConfig.kind, "pool", {}, { labels: ofCluster, ownerReferences: [ofPool] });
  }

  /** Machines of the mock cloud boot over real sockets, which no clock drives: each advance may or may not be the last. */
  async #boot(): Promise<void> {
    const { client, clock } = this.environment;
    const isRunning = async () => {
      const { items } = await client.list(Machine, { namespace: "victim" });
      const running = items.filter(({ status }) => status?.phase === "Running");
      const { items: configs } = await client.list(KubeadmConfig.kind, { namespace: "victim" });
      return running.length === 4 && configs.every((config) => isDone(config));
    };
    for (let second = 0; second < 300; second += 1) {
      if (await isRunning()) return;
      await clock.advance({ seconds: 1 });
    }
    throw new Error("The Machines of the first tenant did not come to Running");
  }
}

function isDone(config: KubernetesObject & { readonly status?: { readonly dataSecretName?: string } }): boolean {
  return config.status?.dataSecretName !== undefined;
}

function describeRequest({ by, verb, resource, subresource, name }: ControllerRequest): string {
  return `${by}: ${verb} ${resource}${subresource === "" ? "" : `/${subresource}`} ${name}`;
}
