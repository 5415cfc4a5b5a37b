import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, labels, Machine } from "@capstan/contract";
import type { Client } from "@capstan/runtime";
import { defineKind, Secret } from "@capstan/runtime";
import type { KubernetesObject } from "@capstan/contract";
import { type DifferentialCase } from "./cases/differential-case.ts";
import { type ClusterCertificates, certificateSecrets } from "./cluster-certificates.ts";

/** The endpoint of every Cluster that has no other. */
const endpoint = { host: "cp.example.com", port: 6443 };
const apiVersion = "cluster.x-k8s.io/v1beta2";

/** Creates the objects of a case in a namespace, the KubeadmConfig last: what it needs is there when it is seen. */
export async function createCase(
  client: Client,
  namespace: string,
  one: DifferentialCase,
  world: { readonly kubeconfig: string; readonly certificates: ClusterCertificates },
): Promise<void> {
  const cluster = await createCluster(client, namespace, one);
  const secrets = {
    ...certificateSecrets(one, world.certificates),
    ...one.secrets,
    ...(one.role === "init" ? {} : { [`${one.name}-kubeconfig`]: { value: world.kubeconfig } }),
  };
  for (const [name, content] of Object.entries(secrets)) await createSecret(client, namespace, one.name, name, content);
  const machine = await client.create(Machine, {
    apiVersion,
    kind: "Machine",
    metadata: {
      namespace,
      name: one.name,
      labels: { [labels.clusterName]: cluster, ...(one.role === "worker" ? {} : { [labels.controlPlane]: "" }) },
    },
    spec: {
      clusterName: cluster,
      version: one.version,
      bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name: one.name } },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name: one.name },
    },
  });
  const owner = { apiVersion, kind: "Machine", name: one.name, uid: machine.metadata.uid ?? "", controller: true };
  await client.create<KubernetesObject>(KubeadmConfig.kind, {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    metadata: { namespace, name: one.name, labels: { [labels.clusterName]: cluster }, ownerReferences: [owner] },
    ...(one.spec === undefined ? {} : { spec: one.spec }),
  });
}

const KubeadmControlPlane = defineKind<KubernetesObject & { spec: object }>({
  group: "controlplane.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "KubeadmControlPlane",
  plural: "kubeadmcontrolplanes",
  namespaced: true,
});

/** The control plane `kcp`, of a version in its short form. */
export async function createControlPlane(client: Client, namespace: string): Promise<void> {
  await client.create(KubeadmControlPlane, {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlane",
    metadata: { namespace, name: "kcp" },
    spec: {
      replicas: 1,
      version: "v1.35",
      kubeadmConfigSpec: { verbosity: 1 },
      machineTemplate: {
        spec: {
          infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachineTemplate", name: "t" },
        },
      },
    },
  });
}

async function createCluster(client: Client, namespace: string, one: DifferentialCase): Promise<string> {
  const { name } = one;
  await client.create(Cluster, {
    apiVersion,
    kind: "Cluster",
    metadata: { namespace, name },
    spec: {
      controlPlaneEndpoint: endpoint,
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeCluster", name },
      ...one.cluster,
    },
  });
  const condition = {
    type: "ControlPlaneInitialized",
    status: one.role === "init" ? "False" : "True",
    reason: one.role === "init" ? "NotInitialized" : "Initialized",
    message: "",
    lastTransitionTime: "2026-11-21T12:00:00Z",
  };
  const status = { initialization: { infrastructureProvisioned: true }, conditions: [condition] };
  await client.patch(Cluster, { namespace, name }, { type: "merge", body: { status } }, { subresource: "status" });
  return name;
}

async function createSecret(
  client: Client,
  namespace: string,
  cluster: string,
  name: string,
  content: Readonly<Record<string, Buffer | string>>,
): Promise<void> {
  const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace, name, labels: { [labels.clusterName]: cluster } },
    type: "cluster.x-k8s.io/secret",
    data: Object.fromEntries(data) as Record<string, string>,
  });
}
