/** Annotations of Cluster API, by the keys it uses. */
export const annotations = {
  paused: "cluster.x-k8s.io/paused",
  managedBy: "cluster.x-k8s.io/managed-by",
  clonedFromName: "cluster.x-k8s.io/cloned-from-name",
  clonedFromGroupKind: "cluster.x-k8s.io/cloned-from-groupkind",
  deleteMachine: "cluster.x-k8s.io/delete-machine",
  remediateMachine: "cluster.x-k8s.io/remediate-machine",
  skipRemediation: "cluster.x-k8s.io/skip-remediation",
  disableMachineCreate: "cluster.x-k8s.io/disable-machine-create",
  replicasManagedBy: "cluster.x-k8s.io/replicas-managed-by",
  certificatesExpiry: "machine.cluster.x-k8s.io/certificates-expiry",
  excludeNodeDraining: "machine.cluster.x-k8s.io/exclude-node-draining",
  excludeWaitForNodeVolumeDetach: "machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach",
  /** Prefix: the rest names the hook. */
  preDrainDeleteHook: "pre-drain.delete.hook.machine.cluster.x-k8s.io",
  /** Prefix: the rest names the hook. */
  preTerminateDeleteHook: "pre-terminate.delete.hook.machine.cluster.x-k8s.io",
  machineDeploymentRevision: "machinedeployment.clusters.x-k8s.io/revision",
  machineDeploymentDesiredReplicas: "machinedeployment.clusters.x-k8s.io/desired-replicas",
  machineDeploymentMaxReplicas: "machinedeployment.clusters.x-k8s.io/max-replicas",
  machineDeploymentRevisionHistory: "machinedeployment.clusters.x-k8s.io/revision-history",
  /** On what core sends in a dry run, to see whether machines have to be replaced. */
  topologyDryRun: "topology.cluster.x-k8s.io/dry-run",
  skipPreflightChecks: "machineset.cluster.x-k8s.io/skip-preflight-checks",
  autoscalerMinSize: "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size",
  autoscalerMaxSize: "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size",
  /** On Nodes: the Cluster, Machine and owner they belong to. */
  clusterName: "cluster.x-k8s.io/cluster-name",
  clusterNamespace: "cluster.x-k8s.io/cluster-namespace",
  machine: "cluster.x-k8s.io/machine",
  ownerKind: "cluster.x-k8s.io/owner-kind",
  ownerName: "cluster.x-k8s.io/owner-name",
  labelsFromMachine: "cluster.x-k8s.io/labels-from-machine",
  annotationsFromMachine: "cluster.x-k8s.io/annotations-from-machine",
  taintsFromMachine: "cluster.x-k8s.io/taints-from-machine",
  /** Set by the owner of a Machine while it is updated in place. */
  updateInProgress: "in-place-updates.internal.cluster.x-k8s.io/update-in-progress",
  /** Names of the lifecycle hooks that have not been called yet, separated by commas. */
  pendingHooks: "runtime.cluster.x-k8s.io/pending-hooks",
  /** What an object's current version has no place for. */
  conversionData: "cluster.x-k8s.io/conversion-data",
  blockMove: "clusterctl.cluster.x-k8s.io/block-move",
} as const;

/** Taint that a bootstrap provider may put on new worker Nodes; removed once Machine labels are synced. */
export const uninitializedTaint = {
  key: "node.cluster.x-k8s.io/uninitialized",
  effect: "NoSchedule",
} as const;

/** Taint that core puts on the Nodes of Machines that a MachineDeployment is about to replace. */
export const outdatedRevisionTaint = {
  key: "node.cluster.x-k8s.io/outdated-revision",
  effect: "PreferNoSchedule",
} as const;
