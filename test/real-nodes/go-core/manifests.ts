import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, MachineDeployment, type ResourceKind } from "@capstan/contract";
import { DockerCluster, DockerMachine, kubeadmInContainer } from "@capstan/infrastructure-docker";
import type { NodeImages } from "@capstan/testkit/real-nodes";
import { KubeadmControlPlane } from "../../interop/go-core/kubeadm-control-plane.ts";

/** The names of the objects. */
export const names = { cluster: "c1", controlPlane: "cp", workers: "workers" } as const;

const podRange = "10.244.0.0/16";

/** A Cluster with a KubeadmControlPlane of one Machine, as YAML. */
export function controlPlane(namespace: string, images: NodeImages): string {
  const { loadBalancer, version } = images;
  const kubeadm = { initConfiguration: { skipPhases: ["addon/coredns"] }, joinConfiguration: {} };
  return documents(
    namespace,
    object(DockerCluster.kind, names.cluster, { loadBalancer: { image: loadBalancer } }),
    object(Cluster, names.cluster, {
      clusterNetwork: { pods: { cidrBlocks: [podRange] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
      infrastructureRef: reference(DockerCluster.kind, names.cluster),
      controlPlaneRef: reference(KubeadmControlPlane, names.controlPlane),
    }),
    machineTemplate(images),
    object(KubeadmControlPlane, names.controlPlane, {
      replicas: 1,
      version,
      kubeadmConfigSpec: kubeadmInContainer(kubeadm, podRange),
      machineTemplate: { spec: { infrastructureRef: machineTemplateOf(version) } },
    }),
  );
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
  return documents(
    namespace,
    object(KubeadmConfig.templateKind, names.workers, {
      template: { spec: kubeadmInContainer({ joinConfiguration: {} }) },
    }),
    object(MachineDeployment, names.workers, {
      clusterName: names.cluster,
      replicas: 1,
      selector: { matchLabels: selector },
      template: { metadata: { labels: selector }, spec },
    }),
  );
}

/** The template of the machines of a version, as YAML. */
export function machineTemplateYAML(namespace: string, images: NodeImages): string {
  return documents(namespace, machineTemplate(images));
}

/** The reference to the template of the machines of a version. */
export function machineTemplateOf(version: string): object {
  return reference(DockerMachine.templateKind, version);
}

function machineTemplate({ version, node }: NodeImages): KubernetesObject {
  return object(DockerMachine.templateKind, version, { template: { spec: { customImage: node } } });
}

function reference({ group, kind }: ResourceKind, name: string): object {
  return { apiGroup: group, kind, name };
}

function object(
  { group, version, kind }: ResourceKind,
  name: string,
  spec: object,
): KubernetesObject & { spec: object } {
  return { apiVersion: `${group}/${version}`, kind, metadata: { name }, spec };
}

/** JSON is YAML. */
function documents(namespace: string, ...objects: readonly KubernetesObject[]): string {
  return objects.map((one) => JSON.stringify({ ...one, metadata: { ...one.metadata, namespace } })).join("\n---\n");
}
