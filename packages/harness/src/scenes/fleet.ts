import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
} from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import type { Scene } from "./scene.ts";

const defaultVersion = "v1.36.0";

function reference(kind: ResourceKind, name: string): { apiGroup: string; kind: string; name: string } {
  return { apiGroup: kind.group, kind: kind.kind, name };
}

/** The kinds of a definition that provides machines. */
interface MachineDefinition {
  readonly kind: ResourceKind;
  readonly templateKind: ResourceKind;
}

/** The kinds of a bootstrap provider, and the spec of all configs. */
interface BootstrapDefinition extends MachineDefinition {
  /** The spec of a config, and of the configs from a Template. */
  readonly spec: { readonly alone?: object; readonly inTemplate: object };
}

// Upstream's CRD admits a KubeadmConfig without spec, and refuses an empty one.
const kubeadm: BootstrapDefinition = {
  kind: KubeadmConfig.kind,
  templateKind: KubeadmConfig.templateKind,
  spec: { inTemplate: { format: "cloud-config" } },
};

/** Creates a Cluster and its infrastructure of the same name. */
export async function createCluster(
  scene: Scene,
  name: string,
  infrastructure: ResourceKind,
  spec: object = {},
): Promise<void> {
  await create(scene, infrastructure, name, spec);
  await create(scene, Cluster, name, { infrastructureRef: reference(infrastructure, name) });
}

/** Creates a MachineDeployment `name` with its Templates; by default of KubeadmConfigs and MockMachines. */
export async function createWorkers(
  scene: Scene,
  name: string,
  options: {
    readonly cluster: string;
    readonly replicas: number;
    readonly bootstrap?: BootstrapDefinition;
    readonly machines?: MachineDefinition;
    readonly version?: string;
  },
): Promise<void> {
  const { cluster, replicas, bootstrap = kubeadm, machines = MockMachine, version = defaultVersion } = options;
  const metadata = { name, namespace: scene.namespace };
  await create(scene, bootstrap.templateKind, name, { template: { spec: bootstrap.spec.inTemplate } });
  await create(scene, machines.templateKind, name, { template: { spec: {} } });
  const selected = { [labels.clusterName]: cluster, deployment: name };
  await scene.client.create(MachineDeployment, {
    apiVersion: apiVersionOf(MachineDeployment),
    kind: "MachineDeployment",
    metadata: { ...metadata, labels: { [labels.clusterName]: cluster } },
    spec: {
      clusterName: cluster,
      replicas,
      selector: { matchLabels: selected },
      template: {
        metadata: { labels: selected },
        spec: {
          clusterName: cluster,
          version,
          bootstrap: { configRef: reference(bootstrap.templateKind, name) },
          infrastructureRef: reference(machines.templateKind, name),
        },
      },
    },
  });
}

export async function scaleWorkers(scene: Scene, name: string, replicas: number): Promise<void> {
  await scene.client.patch(MachineDeployment, scene.key(name), { type: "merge", body: { spec: { replicas } } });
}

/** Creates a control plane Machine `name` with its config and its machine; by default a KubeadmConfig and a MockMachine. */
export async function createControlPlane(
  scene: Scene,
  name: string,
  options: {
    readonly cluster: string;
    readonly bootstrap?: BootstrapDefinition;
    readonly machines?: MachineDefinition;
  },
): Promise<void> {
  const { cluster, bootstrap = kubeadm, machines = MockMachine } = options;
  const metadata = { name, namespace: scene.namespace };
  await create(scene, bootstrap.kind, name, bootstrap.spec.alone);
  await create(scene, machines.kind, name, {});
  await scene.client.create(Machine, {
    apiVersion: apiVersionOf(Machine),
    kind: "Machine",
    metadata: { ...metadata, labels: { [labels.clusterName]: cluster, [labels.controlPlane]: "" } },
    spec: {
      clusterName: cluster,
      version: defaultVersion,
      bootstrap: { configRef: reference(bootstrap.kind, name) },
      infrastructureRef: reference(machines.kind, name),
    },
  });
}

async function create(scene: Scene, kind: ResourceKind, name: string, spec?: object): Promise<void> {
  await scene.client.create<KubernetesObject>(kind, {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name, namespace: scene.namespace },
    ...(spec === undefined ? {} : { spec }),
  });
}

/** The Machines of a namespace, if there are `count` of them and all are Running. */
export function allRunning(scene: Scene, count: number): boolean {
  const machines = scene.list(Machine);
  return machines.length === count && machines.every(({ status }) => status?.phase === "Running");
}
