import { KubeadmConfig, type KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, labels, Machine, type OwnerReference } from "@capstan/contract";
import { type Client, Secret } from "@capstan/runtime";

const apiVersion = "cluster.x-k8s.io/v1beta2";
const infrastructureGroup = "infrastructure.cluster.x-k8s.io";

/** The role of a Machine in its cluster. */
export type MachineRole = "init" | "control-plane" | "worker";

/** The contents of a Secret before base64. */
export type SecretContent = Readonly<Record<string, Buffer | string>>;

/** The variable properties of a Cluster. */
export interface ClusterState {
  readonly spec?: Partial<Cluster["spec"]>;
  readonly initialized: boolean;
  /** `none`: the Cluster has no control-plane endpoint. Default: it has one. */
  readonly endpoint?: "none";
  /** Default: true. */
  readonly infrastructureProvisioned?: boolean;
}

/** Creates and updates the objects of one Cluster in one namespace, as the core and users do. */
export class Stage {
  readonly client: Client;
  readonly namespace: string;
  readonly cluster: string;
  /** The specs of KubeadmConfigs as they were created, by UID. */
  readonly createdSpecs = new Map<string, object>();

  constructor(client: Client, namespace: string, cluster: string) {
    this.client = client;
    this.namespace = namespace;
    this.cluster = cluster;
  }

  async createCluster(state: ClusterState): Promise<void> {
    const { namespace, cluster: name } = this;
    await this.client.create(Cluster, {
      apiVersion,
      kind: "Cluster",
      metadata: { namespace, name },
      spec: {
        ...(state.endpoint === "none" ? {} : { controlPlaneEndpoint: { host: "cp.example.com", port: 6443 } }),
        infrastructureRef: { apiGroup: infrastructureGroup, kind: "SomeCluster", name },
        ...state.spec,
      },
    });
    await this.setClusterState(state);
  }

  async setClusterState({ initialized, infrastructureProvisioned = true }: ClusterState): Promise<void> {
    const condition = {
      type: "ControlPlaneInitialized",
      status: initialized ? "True" : "False",
      reason: initialized ? "Initialized" : "NotInitialized",
      message: "",
      lastTransitionTime: "2026-11-21T12:00:00Z",
    };
    const body = { status: { initialization: { infrastructureProvisioned }, conditions: [condition] } };
    await this.client.patch(Cluster, this.#key(this.cluster), { type: "merge", body }, { subresource: "status" });
  }

  async patchCluster(body: object): Promise<void> {
    await this.client.patch(Cluster, this.#key(this.cluster), { type: "merge", body });
  }

  /** A Machine with its KubeadmConfig of the same name. */
  async createMachine(name: string, { role, version, spec, machine }: MachineSettings): Promise<void> {
    await this.createMachineOnly(name, { role, version, ...(machine === undefined ? {} : { machine }) });
    await this.createConfig(name, spec);
  }

  async createMachineOnly(name: string, { role, version, machine }: Omit<MachineSettings, "spec">): Promise<void> {
    await this.client.create(Machine, {
      apiVersion,
      kind: "Machine",
      metadata: {
        ...this.#key(name),
        labels: { [labels.clusterName]: this.cluster, ...(role === "worker" ? {} : { [labels.controlPlane]: "" }) },
      },
      spec: {
        clusterName: this.cluster,
        version,
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name }, ...machine },
        infrastructureRef: { apiGroup: infrastructureGroup, kind: "SomeMachine", name },
      },
    });
  }

  async createConfig(name: string, spec?: KubeadmConfigSpec, annotations?: Record<string, string>): Promise<void> {
    const { metadata } = await this.client.get(Machine, this.#key(name));
    const owner = { apiVersion, kind: "Machine", name, uid: metadata.uid ?? "", controller: true };
    const config = await this.client.create<KubernetesObject & { spec?: object }>(KubeadmConfig.kind, {
      apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
      kind: "KubeadmConfig",
      metadata: {
        ...this.#key(name),
        labels: { [labels.clusterName]: this.cluster },
        ownerReferences: [owner],
        ...(annotations === undefined ? {} : { annotations }),
      },
      ...(spec === undefined ? {} : { spec }),
    });
    this.createdSpecs.set(config.metadata.uid ?? "", config.spec ?? {});
  }

  async patchConfig(name: string, body: object): Promise<void> {
    await this.client.patch<KubernetesObject>(KubeadmConfig.kind, this.#key(name), { type: "merge", body });
  }

  async createSecret(name: string, content: SecretContent, rest: SecretRest = {}): Promise<void> {
    const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      type: "cluster.x-k8s.io/secret",
      data: Object.fromEntries(data) as Record<string, string>,
      ...(rest.type === undefined ? {} : { type: rest.type }),
      metadata: {
        ...this.#key(name),
        labels: { [labels.clusterName]: this.cluster },
        ...(rest.owners === undefined ? {} : { ownerReferences: [...rest.owners] }),
      },
    });
  }

  async patchSecret(name: string, body: object): Promise<void> {
    await this.client.patch(Secret, this.#key(name), { type: "merge", body });
  }

  async deleteSecret(name: string): Promise<void> {
    await this.client.delete(Secret, this.#key(name));
  }

  /** Triggers a reconcile of a KubeadmConfig now, instead of at its provider's next requeue. */
  async touchConfig(name: string): Promise<void> {
    await this.patchConfig(name, { metadata: { annotations: { "example.com/touched": new Date().toISOString() } } });
  }

  async patchMachineStatus(name: string, status: object): Promise<void> {
    const body = { status };
    await this.client.patch(Machine, this.#key(name), { type: "merge", body }, { subresource: "status" });
  }

  async deleteMachine(name: string): Promise<void> {
    await this.client.delete(Machine, this.#key(name));
  }

  #key(name: string): { readonly namespace: string; readonly name: string } {
    return { namespace: this.namespace, name };
  }
}

interface SecretRest {
  /** Default: the default of Cluster API. */
  readonly type?: string;
  readonly owners?: readonly OwnerReference[];
}

interface MachineSettings {
  readonly role: MachineRole;
  readonly version: string;
  readonly spec?: KubeadmConfigSpec;
  /** Additional fields of the Machine's `spec.bootstrap`, next to the reference to the KubeadmConfig. */
  readonly machine?: { readonly dataSecretName?: string };
}
