import { type KubernetesObject, labels } from "@capstan/contract";
import { groupOf, type Role } from "./project.ts";

const version = "v1.36.0";

/** A Cluster of the three providers with two Machines, in a valid order of creation. */
export function workload(namespace: string, infrastructure: { readonly remark: string }): KubernetesObject[] {
  const template = { metadata: { labels: { deployment: "workers" } } };
  const objects = [
    // Some objects are in the storage version, and some in the earlier version.
    object("infrastructure", "v1beta1", "HelloMachineTemplate", "workers", {
      template: { spec: { size: "large", ...infrastructure } },
    }),
    object("infrastructure", "v1alpha1", "HelloCluster", "c1", { region: "north" }),
    object("control-plane", "v1alpha1", "HelloControlPlane", "c1", { version, note: "ours" }),
    object("bootstrap", "v1alpha1", "HelloConfigTemplate", "workers", { template: { spec: { commands: ["true"] } } }),
    {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name: "c1" },
      spec: {
        clusterNetwork: { pods: { cidrBlocks: ["192.168.0.0/16"] } },
        infrastructureRef: reference("infrastructure", "HelloCluster", "c1"),
        controlPlaneRef: reference("control-plane", "HelloControlPlane", "c1"),
      },
    } as KubernetesObject,
    {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineDeployment",
      metadata: { name: "workers", labels: { [labels.clusterName]: "c1" } },
      spec: {
        clusterName: "c1",
        replicas: 2,
        selector: { matchLabels: template.metadata.labels },
        template: {
          ...template,
          spec: {
            clusterName: "c1",
            version,
            bootstrap: { configRef: reference("bootstrap", "HelloConfigTemplate", "workers") },
            infrastructureRef: reference("infrastructure", "HelloMachineTemplate", "workers"),
          },
        },
      },
    } as KubernetesObject,
  ];
  return objects.map((each) => ({ ...each, metadata: { ...each.metadata, namespace } }));
}

function object(role: Role, apiVersion: string, kind: string, name: string, spec: object): KubernetesObject {
  return { apiVersion: `${groupOf(role)}/${apiVersion}`, kind, metadata: { name }, spec } as KubernetesObject;
}

function reference(role: Role, kind: string, name: string) {
  return { apiGroup: groupOf(role), kind, name };
}
