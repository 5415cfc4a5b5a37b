import type { KubernetesObject, MachineDeployment, ResourceKind } from "@capstan/contract";

/** A MachinePool, as far as it is described; its template is that of a MachineDeployment. */
export interface MachinePool extends KubernetesObject {
  readonly spec: Pick<MachineDeployment["spec"], "clusterName" | "replicas" | "template">;
  readonly status?: unknown;
}

/** MachinePools of a management cluster that serves them: our core does not. */
export const MachinePool: ResourceKind<MachinePool> = {
  group: "cluster.x-k8s.io",
  version: "v1beta2",
  kind: "MachinePool",
  plural: "machinepools",
  namespaced: true,
};
