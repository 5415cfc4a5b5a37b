/** API groups of Cluster API and its provider families. */
export const groups = {
  core: "cluster.x-k8s.io",
  bootstrap: "bootstrap.cluster.x-k8s.io",
  infrastructure: "infrastructure.cluster.x-k8s.io",
  controlPlane: "controlplane.cluster.x-k8s.io",
  ipam: "ipam.cluster.x-k8s.io",
  addons: "addons.cluster.x-k8s.io",
} as const;
