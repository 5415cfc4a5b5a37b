/** Label keys of Cluster API. */
export const labels = {
  clusterName: "cluster.x-k8s.io/cluster-name",
  controlPlane: "cluster.x-k8s.io/control-plane",
  controlPlaneName: "cluster.x-k8s.io/control-plane-name",
  machineSetName: "cluster.x-k8s.io/set-name",
  machineDeploymentName: "cluster.x-k8s.io/deployment-name",
  machinePoolName: "cluster.x-k8s.io/pool-name",
  machineTemplateHash: "machine-template-hash",
  watchFilter: "cluster.x-k8s.io/watch-filter",
  provider: "cluster.x-k8s.io/provider",
  /** On ClusterRoles: aggregates them into the role of core (rule RB-005). */
  aggregateToManager: "cluster.x-k8s.io/aggregate-to-manager",
  /** On ClusterRoles: aggregates them into the role of the kubeadm control plane provider (rule RB-005). */
  aggregateToControlPlane: "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager",
  interruptible: "cluster.x-k8s.io/interruptible",
  drain: "cluster.x-k8s.io/drain",
  topologyOwned: "topology.cluster.x-k8s.io/owned",
  topologyMachineDeploymentName: "topology.cluster.x-k8s.io/deployment-name",
  /** On CRDs: marks the kinds that clusterctl must move. */
  clusterctl: "clusterctl.cluster.x-k8s.io",
  move: "clusterctl.cluster.x-k8s.io/move",
  moveHierarchy: "clusterctl.cluster.x-k8s.io/move-hierarchy",
} as const;

/** On IPAddresses of Capstan providers: the address in a form that a label can have, so that the API server can find equal ones. */
export const addressLabel = "ipam.capstan.dev/address";

/** The key of the CRD label that lists the versions that implement a contract (rule AR-006). */
export function contractLabel<Contract extends string>(contract: Contract): `cluster.x-k8s.io/${Contract}` {
  return `cluster.x-k8s.io/${contract}`;
}

/** Domains and prefixes of Machine labels that are synced to the Node. */
export const nodeLabelDomains = {
  role: "node-role.kubernetes.io",
  restriction: "node-restriction.kubernetes.io",
  managed: "node.cluster.x-k8s.io",
} as const;
