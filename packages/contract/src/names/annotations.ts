/** Annotation keys of Cluster API. */
export const annotations = {
  paused: "cluster.x-k8s.io/paused",
  /** On the original of an object that clusterctl has moved, and now deletes. */
  deleteForMove: "clusterctl.cluster.x-k8s.io/delete-for-move",
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
  /** A prefix; the rest of the key names the hook. */
  preDrainDeleteHook: "pre-drain.delete.hook.machine.cluster.x-k8s.io",
  /** A prefix; the rest of the key names the hook. */
  preTerminateDeleteHook: "pre-terminate.delete.hook.machine.cluster.x-k8s.io",
  machineDeploymentRevision: "machinedeployment.clusters.x-k8s.io/revision",
  machineDeploymentDesiredReplicas: "machinedeployment.clusters.x-k8s.io/desired-replicas",
  machineDeploymentMaxReplicas: "machinedeployment.clusters.x-k8s.io/max-replicas",
  machineDeploymentRevisionHistory: "machinedeployment.clusters.x-k8s.io/revision-history",
  /** On objects of a dry run, with which core checks whether machines must be replaced. */
  topologyDryRun: "topology.cluster.x-k8s.io/dry-run",
  skipPreflightChecks: "machineset.cluster.x-k8s.io/skip-preflight-checks",
  autoscalerMinSize: "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size",
  autoscalerMaxSize: "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size",
  /** On Nodes: the Cluster, Machine and owner of the Node. */
  clusterName: "cluster.x-k8s.io/cluster-name",
  clusterNamespace: "cluster.x-k8s.io/cluster-namespace",
  machine: "cluster.x-k8s.io/machine",
  ownerKind: "cluster.x-k8s.io/owner-kind",
  ownerName: "cluster.x-k8s.io/owner-name",
  labelsFromMachine: "cluster.x-k8s.io/labels-from-machine",
  annotationsFromMachine: "cluster.x-k8s.io/annotations-from-machine",
  taintsFromMachine: "cluster.x-k8s.io/taints-from-machine",
  /** On a Machine that its owner updates in place. */
  updateInProgress: "in-place-updates.internal.cluster.x-k8s.io/update-in-progress",
  /** Names of lifecycle hooks that are yet to be called, separated by commas. */
  pendingHooks: "runtime.cluster.x-k8s.io/pending-hooks",
  /** Values that have no place in the object's present version. */
  conversionData: "cluster.x-k8s.io/conversion-data",
  blockMove: "clusterctl.cluster.x-k8s.io/block-move",
} as const;

/** Taint that a bootstrap provider may put on new worker Nodes; removed once Machine labels are synced. */
export const uninitializedTaint = {
  key: "node.cluster.x-k8s.io/uninitialized",
  effect: "NoSchedule",
} as const;

/** Taint that core puts on the Nodes of Machines that a MachineDeployment will replace. */
export const outdatedRevisionTaint = {
  key: "node.cluster.x-k8s.io/outdated-revision",
  effect: "PreferNoSchedule",
} as const;
