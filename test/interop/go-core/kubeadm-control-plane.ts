import { generateCertificateAuthority } from "@capstan/bootstrap-kubeadm";
import { type Condition, type KubernetesObject, labels, type ResourceKind, secretType } from "@capstan/contract";
import { MockMachine, type MockMachineObject } from "@capstan/infrastructure-mock";
import { apiVersionOf } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { defineKind, Secret, systemClock } from "@capstan/runtime";
import type { Scene } from "@capstan/harness/scenes";

type MockMachineSpec = Partial<MockMachineObject["spec"]>;

/** The control plane of the Go kubeadm control-plane provider, with the fields that the tests read. */
export interface KubeadmControlPlane extends KubernetesObject {
  spec: { replicas: number; version: string; kubeadmConfigSpec: object; machineTemplate: object; rollout?: object };
  status?: { conditions?: Condition[]; replicas?: number; readyReplicas?: number; upToDateReplicas?: number };
}

export const KubeadmControlPlane: ResourceKind<KubeadmControlPlane> = defineKind({
  group: "controlplane.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "KubeadmControlPlane",
  plural: "kubeadmcontrolplanes",
  namespaced: true,
});

const pki = "/etc/kubernetes/pki";

/** The ClusterConfiguration of a control plane with external etcd. */
export const externalEtcd = {
  etcd: {
    external: {
      endpoints: ["https://10.255.0.9:2379"],
      caFile: `${pki}/etcd/ca.crt`,
      certFile: `${pki}/apiserver-etcd-client.crt`,
      keyFile: `${pki}/apiserver-etcd-client.key`,
    },
  },
};

interface ControlPlaneOptions {
  readonly replicas: number;
  readonly version: string;
  readonly clusterConfiguration?: object;
  /** How many Machines a rollout has in addition. Default: one. */
  readonly maxSurge?: number;
}

/** Creates a KubeadmControlPlane of MockMachines, with the name of its template. */
export async function createKubeadmControlPlane(
  scene: Scene,
  name: string,
  { replicas, version, clusterConfiguration, maxSurge = 1 }: ControlPlaneOptions,
): Promise<void> {
  const { templateKind } = MockMachine;
  await createMockMachineTemplate(scene, name);
  await scene.client.create(KubeadmControlPlane, {
    apiVersion: apiVersionOf(KubeadmControlPlane),
    kind: KubeadmControlPlane.kind,
    metadata: scene.key(name),
    spec: {
      replicas,
      version,
      kubeadmConfigSpec: { format: "cloud-config", ...(clusterConfiguration && { clusterConfiguration }) },
      machineTemplate: {
        spec: { infrastructureRef: { apiGroup: templateKind.group, kind: templateKind.kind, name } },
      },
      rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge } } },
    },
  });
}

/** Makes the KubeadmControlPlane use a new template, with its own name, as a user changes Machines. */
export async function moveToTemplate(
  scene: Scene,
  controlPlane: string,
  { name, spec }: { readonly name: string; readonly spec: MockMachineSpec },
): Promise<void> {
  await createMockMachineTemplate(scene, name, spec);
  const body = { spec: { machineTemplate: { spec: { infrastructureRef: { name } } } } };
  await scene.client.patch(KubeadmControlPlane, scene.key(controlPlane), { type: "merge", body });
}

async function createMockMachineTemplate(scene: Scene, name: string, spec: MockMachineSpec = {}): Promise<void> {
  const { templateKind } = MockMachine;
  await scene.client.create<KubernetesObject>(templateKind, {
    apiVersion: apiVersionOf(templateKind),
    kind: templateKind.kind,
    metadata: scene.key(name),
    ...{ spec: { template: { spec } } },
  });
}

/** The Secrets by which a user describes an external etcd: its authority's certificate, and a client certificate. */
export async function createExternalEtcdSecrets(scene: Scene, cluster: string): Promise<void> {
  const etcd = await generateCertificateAuthority({ now: systemClock.now() });
  const client = await CertificateAuthority.load(etcd, Date).issueClient("kube-apiserver-etcd-client", []);
  const secrets = {
    etcd: { "tls.crt": etcd.certificate },
    "apiserver-etcd-client": { "tls.crt": client.certificate, "tls.key": client.privateKey },
  };
  for (const [purpose, content] of Object.entries(secrets)) {
    const data = Object.entries(content).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
    await scene.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        ...scene.key(`${cluster}-${purpose}`),
        labels: { [labels.clusterName]: cluster },
      },
      type: secretType,
      data: Object.fromEntries(data) as Record<string, string>,
    });
  }
}
