import { KubeadmConfig, type KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, labels, Machine, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine, type MockMachineObject } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { type Secret } from "@capstan/runtime";

type Manifest = KubernetesObject & { spec?: object };

/** A KubeadmConfig may have no spec, but not an empty one; the others default to an empty spec. */
function manifest(kind: ResourceKind, name: string, spec: object): Manifest {
  const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name } };
  return Object.keys(spec).length === 0 ? object : { ...object, spec };
}

function reference(kind: ResourceKind, name: string): { apiGroup: string; kind: string; name: string } {
  return { apiGroup: kind.group, kind: kind.kind, name };
}

/** A Cluster and its MockCluster. */
export function clusterObjects(name: string, spec: Partial<Cluster["spec"]> = {}): KubernetesObject[] {
  return [
    manifest(MockCluster.kind, name, {}),
    manifest(Cluster, name, {
      clusterNetwork: { pods: { cidrBlocks: ["192.168.0.0/16"] }, services: { cidrBlocks: ["10.128.0.0/12"] } },
      infrastructureRef: reference(MockCluster.kind, name),
      ...spec,
    }),
  ];
}

export interface MachineManifestOptions {
  readonly cluster: string;
  readonly controlPlane?: boolean;
  /** Default: none. */
  readonly config?: KubeadmConfigSpec;
  readonly mockMachine?: Partial<MockMachineObject["spec"]>;
  /** Replaces a KubeadmConfig: the name of a Secret that a user has created. */
  readonly dataSecretName?: string;
}

/** A Machine, after the KubeadmConfig and the MockMachine that it refers to. */
export function machineObjects(name: string, options: MachineManifestOptions): KubernetesObject[] {
  const { cluster, controlPlane = false, config = {}, mockMachine = {}, dataSecretName } = options;
  const machine = manifest(Machine, name, {
    clusterName: cluster,
    version: "v1.36.0",
    bootstrap: dataSecretName === undefined ? { configRef: reference(KubeadmConfig.kind, name) } : { dataSecretName },
    infrastructureRef: reference(MockMachine.kind, name),
  });
  machine.metadata.labels = {
    [labels.clusterName]: cluster,
    ...(controlPlane ? { [labels.controlPlane]: "" } : {}),
  };
  return [
    ...(dataSecretName === undefined ? [manifest(KubeadmConfig.kind, name, config)] : []),
    manifest(MockMachine.kind, name, mockMachine),
    machine,
  ];
}

/** A Secret with bootstrap data, as a user creates it. */
export function dataSecret(name: string, cluster: string, value: string): KubernetesObject {
  const secret: Secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, labels: { [labels.clusterName]: cluster } },
    type: "cluster.x-k8s.io/secret",
    data: { value: Buffer.from(value).toString("base64") },
  };
  return secret;
}

/** `<prefix>-0`, `<prefix>-1`, ... */
export function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
