import type { KubernetesObject } from "@capstan/contract";
import { type Client, defineKind } from "@capstan/runtime";

const KubeadmControlPlane = defineKind<KubernetesObject & { spec: object }>({
  group: "controlplane.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "KubeadmControlPlane",
  plural: "kubeadmcontrolplanes",
  namespaced: true,
});

/** A reference to the control plane that exists in every namespace. */
export const controlPlaneRef = {
  apiGroup: KubeadmControlPlane.group,
  kind: KubeadmControlPlane.kind,
  name: "kcp",
} as const;

/** The control plane `kcp`, with a version in its short form. */
export async function createControlPlane(client: Client, namespace: string): Promise<void> {
  await client.create(KubeadmControlPlane, {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlane",
    metadata: { namespace, name: controlPlaneRef.name },
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
