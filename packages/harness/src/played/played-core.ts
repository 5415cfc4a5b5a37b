import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  type OwnerReference,
  type ResourceKind,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { type Client, Event, Secret } from "@capstan/runtime";

/** The parts of a provider's definition that references name. */
interface Referred {
  readonly kind: Pick<ResourceKind, "group" | "kind">;
}

/** A definition of a provider's kind. */
interface Defined {
  readonly kind: ResourceKind;
}

/** The options of a Cluster, in addition to its name. */
export interface PlayedClusterOptions {
  /** Default: true. */
  readonly provisioned?: boolean;
  readonly infrastructure?: Referred;
  readonly controlPlane?: Referred;
  /** Replaces the spec that these make. */
  readonly spec?: Cluster["spec"];
}

/** The options of a Machine. */
export interface PlayedMachineOptions {
  /** Default: m1. */
  readonly name?: string;
  readonly bootstrap?: Referred;
  readonly infrastructure?: Referred;
  readonly dataSecretName?: string;
  readonly failureDomain?: string;
  readonly version?: string | undefined;
  readonly controlPlane?: boolean;
}

const noConfig: Referred = { kind: { group: "bootstrap.cluster.x-k8s.io", kind: "NoConfig" } };
const noMachine: Referred = { kind: { group: "infrastructure.cluster.x-k8s.io", kind: "NoMachine" } };

/** The core, played by a test: Cluster `c1` and its Machines, in the namespace "default". */
export class PlayedCore {
  readonly client: Client;
  readonly namespace = "default";

  constructor(client: Client) {
    this.client = client;
  }

  async createCluster(options: PlayedClusterOptions = {}): Promise<Cluster> {
    const { infrastructure, controlPlane, provisioned = true } = options;
    const spec = options.spec ?? {
      clusterNetwork: { apiServerPort: 6443 },
      ...(infrastructure === undefined ? {} : { infrastructureRef: referenceTo(infrastructure, "c1") }),
      ...(controlPlane === undefined ? {} : { controlPlaneRef: referenceTo(controlPlane, "c1") }),
    };
    const cluster = await this.client.create(Cluster, {
      apiVersion: apiVersionOf(Cluster),
      kind: "Cluster",
      metadata: { name: "c1", namespace: this.namespace },
      spec,
    });
    return provisioned ? this.provisionCluster() : cluster;
  }

  async provisionCluster(): Promise<Cluster> {
    await this.patchStatus(Cluster, "c1", { initialization: { infrastructureProvisioned: true } });
    return this.client.get(Cluster, this.key("c1"));
  }

  createMachine(options: PlayedMachineOptions = {}): Promise<Machine> {
    const { name = "m1", dataSecretName, failureDomain, version, controlPlane = false } = options;
    const { bootstrap = noConfig, infrastructure = noMachine } = options;
    return this.client.create(Machine, {
      apiVersion: apiVersionOf(Machine),
      kind: "Machine",
      metadata: {
        name,
        namespace: this.namespace,
        labels: { [labels.clusterName]: "c1", ...(controlPlane ? { [labels.controlPlane]: "" } : {}) },
      },
      spec: {
        clusterName: "c1",
        ...(version === undefined ? {} : { version }),
        ...(failureDomain === undefined ? {} : { failureDomain }),
        bootstrap: {
          configRef: referenceTo(bootstrap, name),
          ...(dataSecretName === undefined ? {} : { dataSecretName }),
        },
        infrastructureRef: referenceTo(infrastructure, name),
      },
    });
  }

  /** A provider object, by default with its owner's name, owned as the core would set it. */
  async createOwned(
    { kind }: Defined,
    owner: KubernetesObject | undefined,
    options: { spec?: object | undefined; metadata?: object; controller?: boolean } = {},
  ): Promise<void> {
    const { metadata = {}, controller = true } = options;
    const spec = "spec" in options ? options.spec : {};
    await this.client.create<KubernetesObject>(kind, {
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: {
        name: owner?.metadata.name ?? "m1",
        namespace: this.namespace,
        labels: { [labels.clusterName]: "c1" },
        ...(owner === undefined ? {} : { ownerReferences: [ownerReference(owner, controller)] }),
        ...metadata,
      },
      ...(spec === undefined ? {} : { spec }),
    });
  }

  /** Bootstrap data, as a bootstrap provider stores it. */
  async createDataSecret(
    name: string,
    value: string,
    options: { labeled?: boolean; owner?: OwnerReference; key?: string; cluster?: string; type?: string } = {},
  ): Promise<void> {
    const { labeled = true, owner, key = "value", cluster = "c1", type = "cluster.x-k8s.io/secret" } = options;
    await this.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name,
        namespace: this.namespace,
        ...(labeled ? { labels: { [labels.clusterName]: cluster } } : {}),
        ...(owner === undefined ? {} : { ownerReferences: [owner] }),
      },
      type,
      data: { [key]: Buffer.from(value).toString("base64") },
    });
  }

  /** Sets the name of a Machine's data Secret. */
  async nameDataSecret(machine: string, dataSecretName = machine): Promise<void> {
    await this.patch(Machine, machine, { spec: { bootstrap: { dataSecretName } } });
  }

  secret(name: string): Promise<Secret> {
    return this.client.get(Secret, this.key(name));
  }

  /** A condition of a stored object. */
  async condition({ kind }: Defined, type: string, name = "m1"): Promise<StoredCondition | undefined> {
    const object: KubernetesObject & { status?: unknown } = await this.client.get(kind, this.key(name));
    const { conditions = [] } = (object.status ?? {}) as { conditions?: StoredCondition[] };
    return conditions.find((condition) => condition.type === type);
  }

  async patch(kind: ResourceKind, name: string, body: object): Promise<void> {
    await this.client.patch(kind, this.key(name), { type: "merge", body });
  }

  /** `null` removes the status, as a restore from a backup does. */
  async patchStatus(kind: ResourceKind, name: string, status: object | null): Promise<void> {
    await this.client.patch(kind, this.key(name), { type: "merge", body: { status } }, { subresource: "status" });
  }

  /** The reported Events, without names and times. Those of the server itself are omitted. */
  async events(): Promise<PlayedEvent[]> {
    const { items } = await this.client.list(Event, { namespace: this.namespace });
    // A busy kube-apiserver warns that the address of its own Service `kubernetes` is not allocated, if its caches fill in the other order.
    const reported = items.filter(({ reportingController }) => reportingController !== "ipallocator-repair-controller");
    return reported.map(({ type, reason, note, regarding }) => ({ type, reason, note, about: regarding.name }));
  }

  key(name: string): { readonly name: string; readonly namespace: string } {
    return { name, namespace: this.namespace };
  }
}

/** A condition of either contract. */
export interface StoredCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** An Event without its name and times. */
export interface PlayedEvent {
  readonly type: string;
  readonly reason: string;
  readonly note: string | undefined;
  readonly about: string | undefined;
}

/** The owner reference on objects that belong to an owner. */
export function ownerReference({ apiVersion, kind, metadata }: KubernetesObject, controller = true): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", ...(controller ? { controller } : {}) };
}

function referenceTo({ kind: { group, kind } }: Referred, name: string) {
  return { apiGroup: group, kind, name };
}
