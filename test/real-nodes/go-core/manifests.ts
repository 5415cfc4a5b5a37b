import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, MachineDeployment } from "@capstan/contract";
import { DockerCluster, DockerMachine, kubeadmInContainer } from "@capstan/infrastructure-docker";
import type { NodeImages } from "@capstan/testkit/real-nodes";
import { KubeadmControlPlane } from "../../interop/go-core/kubeadm-control-plane.ts";
import { clusterNetwork, documents, objectIn, podRange, reference } from "./docker-under-go.ts";

/** The names of the objects. */
export const names = { cluster: "c1", controlPlane: "cp", workers: "workers" } as const;

/** A Cluster with a KubeadmControlPlane of one Machine, as YAML. */
export function controlPlane(namespace: string, images: NodeImages): string {
  const { loadBalancer, version } = images;
  const kubeadm = { initConfiguration: { skipPhases: ["addon/coredns"] }, joinConfiguration: {} };
  return documents([
    objectIn(namespace, DockerCluster.kind, names.cluster, { loadBalancer: { image: loadBalancer } }),
    objectIn(namespace, Cluster, names.cluster, {
      clusterNetwork,
      infrastructureRef: reference(DockerCluster.kind, names.cluster),
      controlPlaneRef: reference(KubeadmControlPlane, names.controlPlane),
    }),
    machineTemplate(namespace, images),
    objectIn(namespace, KubeadmControlPlane, names.controlPlane, {
      replicas: 1,
      version,
      kubeadmConfigSpec: kubeadmInContainer(kubeadm, podRange),
      machineTemplate: { spec: { infrastructureRef: machineTemplateOf(version) } },
    }),
  ]);
}

/** A MachineDeployment of one worker, as YAML. */
export function workers(namespace: string, { version }: NodeImages): string {
  const selector = { "cluster.x-k8s.io/deployment-name": names.workers };
  const spec = {
    clusterName: names.cluster,
    version,
    bootstrap: { configRef: reference(KubeadmConfig.templateKind, names.workers) },
    infrastructureRef: machineTemplateOf(version),
  };
  return documents([
    objectIn(namespace, KubeadmConfig.templateKind, names.workers, {
      template: { spec: kubeadmInContainer({ joinConfiguration: {} }) },
    }),
    objectIn(namespace, MachineDeployment, names.workers, {
      clusterName: names.cluster,
      replicas: 1,
      selector: { matchLabels: selector },
      template: { metadata: { labels: selector }, spec },
    }),
  ]);
}

/** The template of the machines of a version, as YAML. */
export function machineTemplateYAML(namespace: string, images: NodeImages): string {
  return documents([machineTemplate(namespace, images)]);
}

/** The reference to the template of the machines of a version. */
export function machineTemplateOf(version: string): object {
  return reference(DockerMachine.templateKind, version);
}

function machineTemplate(namespace: string, { version, node }: NodeImages): KubernetesObject {
  return objectIn(namespace, DockerMachine.templateKind, version, { template: { spec: { customImage: node } } });
}
