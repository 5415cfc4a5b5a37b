import { type KubernetesObject, MachineDeployment } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import type { Client } from "@capstan/runtime";

/** The desired MachineDeployment `md` of a Cluster. */
export interface Workers {
  readonly cluster: string;
  readonly replicas: number;
  /** Default: the default of the API, 1. */
  readonly maxSurge?: number;
  /** Default: the default of the API, 0. */
  readonly maxUnavailable?: number;
}

/** The manifest of a Cluster on mock infrastructure with one control plane Machine `cp` and a MachineDeployment `md`. */
export function workersManifest({ cluster, replicas, maxSurge = 1, maxUnavailable = 0 }: Workers): string {
  return `
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockCluster
metadata: { name: ${cluster} }
spec: {}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: ${cluster} }
spec:
  clusterNetwork:
    pods: { cidrBlocks: [192.168.0.0/16] }
    services: { cidrBlocks: [10.128.0.0/12] }
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockCluster, name: ${cluster} }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfig
metadata: { name: cp }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockMachine
metadata: { name: cp }
spec: {}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata:
  name: cp
  labels: { cluster.x-k8s.io/cluster-name: ${cluster}, cluster.x-k8s.io/control-plane: "" }
spec:
  clusterName: ${cluster}
  version: v1.36.0
  bootstrap: { configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfig, name: cp } }
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockMachine, name: cp }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfigTemplate
metadata: { name: md }
spec: { template: { spec: { format: cloud-config } } }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockMachineTemplate
metadata: { name: md }
spec: { template: { spec: {} } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: md
  labels: { cluster.x-k8s.io/cluster-name: ${cluster} }
spec:
  clusterName: ${cluster}
  replicas: ${replicas}
  selector: { matchLabels: { deployment: md } }
  rollout:
    strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: ${maxSurge}, maxUnavailable: ${maxUnavailable} } }
  template:
    metadata: { labels: { deployment: md } }
    spec:
      clusterName: ${cluster}
      version: v1.36.0
      bootstrap: { configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfigTemplate, name: md } }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockMachineTemplate, name: md }
`;
}

/** Changes `md` to a new infrastructure template. */
export async function rollOut(
  client: Client,
  { namespace, template }: { readonly namespace: string; readonly template: string },
): Promise<void> {
  const { group, version, kind } = MockMachine.templateKind;
  await client.create<KubernetesObject & { spec: object }>(MockMachine.templateKind, {
    apiVersion: `${group}/${version}`,
    kind,
    metadata: { name: template, namespace },
    spec: { template: { spec: {} } },
  });
  const body = { spec: { template: { spec: { infrastructureRef: { name: template } } } } };
  await client.patch(MachineDeployment, { name: "md", namespace }, { type: "merge", body });
}

/** Whether a deployment reports that all its Machines are Available and up to date, and that their number is as desired. */
export function isComplete({ metadata, spec, status }: MachineDeployment): boolean {
  const counters = [status?.replicas, status?.availableReplicas, status?.upToDateReplicas];
  return status?.observedGeneration === metadata.generation && counters.every((counter) => counter === spec.replicas);
}
