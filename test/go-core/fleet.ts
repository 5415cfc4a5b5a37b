import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  apiVersionOf,
  Cluster,
  type KubernetesObject,
  labels,
  Machine,
  MachineDeployment,
  type ResourceKind,
} from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import type { Scene } from "../e2e/scene.ts";

const defaultVersion = "v1.36.0";

function reference(kind: ResourceKind, name: string): { apiGroup: string; kind: string; name: string } {
  return { apiGroup: kind.group, kind: kind.kind, name };
}

/** The kinds of a definition that machines are made from. */
interface MachineDefinition {
  readonly kind: ResourceKind;
  readonly templateKind: ResourceKind;
}

/** Creates a Cluster and its infrastructure of the same name. */
export async function createCluster(scene: Scene, name: string, infrastructure: ResourceKind): Promise<void> {
  await create(scene, infrastructure, name, {});
  await create(scene, Cluster, name, { infrastructureRef: reference(infrastructure, name) });
}

/** Creates a MachineDeployment `name` with its KubeadmConfigTemplate and its machine template. */
export async function createWorkers(
  scene: Scene,
  name: string,
  options: {
    readonly cluster: string;
    readonly replicas: number;
    readonly machines?: MachineDefinition;
    readonly version?: string;
  },
): Promise<void> {
  const { cluster, replicas, machines = MockMachine, version = defaultVersion } = options;
  const metadata = { name, namespace: scene.namespace };
  await create(scene, KubeadmConfig.templateKind, name, { template: { spec: { format: "cloud-config" } } });
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
          bootstrap: { configRef: reference(KubeadmConfig.templateKind, name) },
          infrastructureRef: reference(machines.templateKind, name),
        },
      },
    },
  });
}

export async function scaleWorkers(scene: Scene, name: string, replicas: number): Promise<void> {
  await scene.client.patch(MachineDeployment, scene.key(name), { type: "merge", body: { spec: { replicas } } });
}

/** Creates a control plane Machine `name` with a KubeadmConfig and a machine of `machines`; by default MockMachine. */
export async function createControlPlane(
  scene: Scene,
  name: string,
  options: { readonly cluster: string; readonly machines?: MachineDefinition },
): Promise<void> {
  const { cluster, machines = MockMachine } = options;
  const metadata = { name, namespace: scene.namespace };
  // Upstream's CRD admits a KubeadmConfig without spec, and refuses an empty one.
  await create(scene, KubeadmConfig.kind, name);
  await create(scene, machines.kind, name, {});
  await scene.client.create(Machine, {
    apiVersion: apiVersionOf(Machine),
    kind: "Machine",
    metadata: { ...metadata, labels: { [labels.clusterName]: cluster, [labels.controlPlane]: "" } },
    spec: {
      clusterName: cluster,
      version: defaultVersion,
      bootstrap: { configRef: reference(KubeadmConfig.kind, name) },
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
