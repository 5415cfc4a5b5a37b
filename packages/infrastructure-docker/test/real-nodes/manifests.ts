import { kubeadmInContainer } from "@capstan/infrastructure-docker";
import type { KubernetesObject, ResourceKind } from "@capstan/provider";
import type { NodeImages } from "@capstan/testkit/real-nodes";

interface Pod extends KubernetesObject {
  readonly spec: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

/** Pods of a workload cluster. */
export const pods: ResourceKind<Pod> = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

/**
 * A MachineDeployment with its templates, as YAML.
 *
 * @param options - `generation` is a label of the Nodes, and part of the templates' names. Default: one replica of generation 1.
 */
export function workersOf(
  cluster: string,
  { version, node }: NodeImages,
  { replicas = 1, generation = 1 } = {},
): string {
  const name = `workers-${generation}`;
  const registration = { kubeletExtraArgs: [{ name: "node-labels", value: `generation=${generation}` }] };
  const configSpec = kubeadmInContainer({ joinConfiguration: { nodeRegistration: registration } });
  const labels = { "cluster.x-k8s.io/deployment-name": "workers" };
  const bootstrap = "bootstrap.cluster.x-k8s.io";
  const infrastructure = "infrastructure.cluster.x-k8s.io";
  const spec = {
    clusterName: cluster,
    version,
    bootstrap: { configRef: { apiGroup: bootstrap, kind: "KubeadmConfigTemplate", name } },
    infrastructureRef: { apiGroup: infrastructure, kind: "DockerMachineTemplate", name },
  };
  return documents(
    {
      apiVersion: `${bootstrap}/v1beta2`,
      kind: "KubeadmConfigTemplate",
      metadata: { name },
      spec: { template: { spec: configSpec } },
    },
    {
      apiVersion: `${infrastructure}/v1beta2`,
      kind: "DockerMachineTemplate",
      metadata: { name },
      spec: { template: { spec: node === undefined ? {} : { customImage: node } } },
    },
    {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineDeployment",
      metadata: { name: "workers" },
      spec: {
        clusterName: cluster,
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec },
      },
    },
  );
}

/** A MachineHealthCheck that replaces workers whose Nodes are not Ready for five seconds, as YAML. */
export function healthCheck(cluster: string): string {
  return documents({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: { name: "workers" },
    spec: {
      clusterName: cluster,
      selector: { matchLabels: { "cluster.x-k8s.io/deployment-name": "workers" } },
      checks: { unhealthyNodeConditions: [{ type: "Ready", status: "Unknown", timeoutSeconds: 5 }] },
    },
  });
}

/** The kind of {@link pauses}' budget. */
export const budgets: ResourceKind = {
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  namespaced: true,
};

/** Three Pods, each on a worker of its own, and a PodDisruptionBudget that keeps them, as YAML. */
export function pauses(image: string): string {
  const labels = { app: "pause" };
  const selector = { matchLabels: labels };
  const antiAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: "kubernetes.io/hostname", labelSelector: selector },
    ],
  };
  const spec = {
    affinity: { podAntiAffinity: antiAffinity },
    terminationGracePeriodSeconds: 0,
    containers: [{ name: "pause", image, imagePullPolicy: "IfNotPresent" }],
  };
  return documents(
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "pause" },
      spec: { replicas: 3, selector, template: { metadata: { labels }, spec } },
    },
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "pause" },
      spec: { maxUnavailable: 0, selector },
    },
  );
}

/** JSON is YAML. */
function documents(...objects: readonly object[]): string {
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}
