import { defineKind, type KubernetesObject } from "@capstan/provider";

const group = "infrastructure.cluster.x-k8s.io";
const version = "v1beta1";

/** A RestCluster, with the fields that the extension reads. */
export interface RestCluster extends KubernetesObject {
  spec: { url?: string; credentialsSecretName?: string };
}

/** The RestClusters of the infrastructure provider. */
export const RestCluster = defineKind<RestCluster>({
  group,
  version,
  kind: "RestCluster",
  plural: "restclusters",
  namespaced: true,
});

/** The template of a RestCluster, with the fields that the extension patches. */
export interface RestClusterTemplate extends KubernetesObject {
  spec: { template: { spec: { requestsPerSecond?: number } } };
}

export const restClusterTemplate = { group, version, kind: "RestClusterTemplate" };

/** The template of RestMachines, with the fields that the extension patches. */
export interface RestMachineTemplate extends KubernetesObject {
  spec: { template: { spec: { serverType?: string; diskGiB?: number } } };
}

export const restMachineTemplate = { group, version, kind: "RestMachineTemplate" };

/** A RestMachine, with the fields that the extension reads. */
export interface RestMachine extends KubernetesObject {
  spec: { serverType?: string; providerID?: string };
}

/** The RestMachines of the infrastructure provider. */
export const RestMachine = defineKind<RestMachine>({
  group,
  version,
  kind: "RestMachine",
  plural: "restmachines",
  namespaced: true,
});
