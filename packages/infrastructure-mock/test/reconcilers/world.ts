import { ApiServer } from "@capstan/apiserver";
import { Cluster, coreCRDs, labels, Machine, type OwnerReference } from "@capstan/contract";
import {
  MockCloud,
  MockCluster,
  MockClusterReconciler,
  MockMachine,
  MockMachineReconciler,
} from "@capstan/infrastructure-mock";
import {
  type Client,
  createClient,
  installCRDs,
  Manager,
  type RequestInfo,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";

const namespace = "default";
const writing: readonly string[] = ["create", "update", "patch", "delete"];

/** A management cluster, the provider, its cloud, and the core played by hand. */
export class World {
  readonly client: Client;
  readonly clock: FakeClock;
  readonly cloud: MockCloud;
  readonly #manager: Manager;
  readonly #server: ApiServer;
  readonly #requests: RequestInfo[];

  private constructor(parts: {
    client: Client;
    clock: FakeClock;
    cloud: MockCloud;
    manager: Manager;
    server: ApiServer;
    requests: RequestInfo[];
  }) {
    this.client = parts.client;
    this.clock = parts.clock;
    this.cloud = parts.cloud;
    this.#manager = parts.manager;
    this.#server = parts.server;
    this.#requests = parts.requests;
  }

  static async start(): Promise<World> {
    const clock = new FakeClock({ startMs: systemClock.now() });
    const server = await ApiServer.start({ clock });
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds]);
    const requests: RequestInfo[] = [];
    const observed = createClient({
      kubeconfig: server.kubeconfig,
      userAgent: "provider/1",
      onRequest: (info) => requests.push(info),
    });
    const cloud = await MockCloud.open({ clock });
    const manager = new Manager({ name: "provider", client: observed, clock, freeze: true });
    new MockClusterReconciler(cloud).setup(manager);
    new MockMachineReconciler(cloud).setup(manager);
    await manager.start();
    const world = new World({ client, clock, cloud, manager, server, requests });
    clock.settle = () => world.settled();
    return world;
  }

  /** The cloud and the reconcilers wake each other, so both have to be quiet twice. */
  async settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.#manager.settled();
      await this.cloud.idle();
    }
    await this.#manager.settled();
  }

  /** The provider's writes to one object, such as "patch status". */
  writes(name: string): string[] {
    return this.#requests
      .filter((request) => request.name === name && writing.includes(request.verb))
      .map(({ verb, subresource }) => [verb, subresource].filter(Boolean).join(" "));
  }

  async createCluster(spec: object = {}): Promise<void> {
    const cluster = await this.client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name: "c1", namespace },
      spec: {
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "MockCluster", name: "c1" },
      },
    });
    await this.client.create(MockCluster.kind, {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
      kind: "MockCluster",
      metadata: { name: "c1", namespace, ownerReferences: [owner(cluster)] },
      spec,
    });
    await this.settled();
  }

  /** What the core does once the MockCluster is provisioned. */
  async provisionCluster(): Promise<void> {
    await this.client.patch(
      Cluster,
      { name: "c1", namespace },
      { type: "merge", body: { status: { initialization: { infrastructureProvisioned: true } } } },
      { subresource: "status" },
    );
    await this.settled();
  }

  async createMachine(name: string, spec: object = {}): Promise<void> {
    const machine = await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: { name, namespace, labels: { [labels.clusterName]: "c1" } },
      spec: {
        clusterName: "c1",
        version: "v1.36.0",
        failureDomain: "zone-a",
        bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfig", name } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "MockMachine", name },
      },
    });
    await this.client.create(MockMachine.kind, {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
      kind: "MockMachine",
      metadata: { name, namespace, labels: { [labels.clusterName]: "c1" }, ownerReferences: [owner(machine)] },
      spec,
    });
    await this.settled();
  }

  /** What the bootstrap provider and the core do: a Secret with the data, and its name. */
  async giveData(name: string, data: string): Promise<void> {
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name, namespace, labels: { [labels.clusterName]: "c1" } },
      type: "cluster.x-k8s.io/secret",
      data: { value: Buffer.from(data).toString("base64") },
    });
    await this.nameData(name, name);
  }

  async nameData(name: string, dataSecretName: string): Promise<void> {
    const body = { spec: { bootstrap: { dataSecretName } } };
    await this.client.patch(Machine, { name, namespace }, { type: "merge", body });
    await this.settled();
  }

  cluster() {
    return this.client.get(MockCluster.kind, { name: "c1", namespace });
  }

  machine(name: string) {
    return this.client.get(MockMachine.kind, { name, namespace });
  }

  /** A condition of a MockMachine, without its times. */
  async condition(name: string, type: string) {
    const { status } = await this.machine(name);
    return status?.conditions?.find((condition) => condition.type === type);
  }

  async deleteMachine(name: string): Promise<void> {
    await this.client.delete(MockMachine.kind, { name, namespace });
    await this.settled();
  }

  async deleteCluster(): Promise<void> {
    await this.client.delete(MockCluster.kind, { name: "c1", namespace });
    await this.settled();
  }

  async machines(): Promise<string[]> {
    return (await this.client.list(MockMachine.kind)).items.map(({ metadata }) => metadata.name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#manager.stop();
    await this.#manager.client.close();
    await this.client.close();
    await this.cloud.close();
    await this.#server.close();
  }
}

function owner({ apiVersion, kind, metadata }: Cluster | Machine): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}
