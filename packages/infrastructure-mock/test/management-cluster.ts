import { type Client, Cluster, labels, Machine, type OwnerReference, Secret } from "@capstan/provider";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";

const namespace = "default";

/** A management cluster, with the core and the bootstrap provider played by hand. */
export class ManagementCluster {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Resolves when nothing moves any more, where that can be determined. */
  settled(): Promise<void> {
    return Promise.resolve();
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
}

function owner({ apiVersion, kind, metadata }: Cluster | Machine): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}
