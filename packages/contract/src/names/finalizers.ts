/** Finalizers that the core controllers set on their kinds. */
export const finalizers = {
  cluster: "cluster.cluster.x-k8s.io",
  machine: "machine.cluster.x-k8s.io",
  machineSet: "cluster.x-k8s.io/machineset",
  machineDeployment: "cluster.x-k8s.io/machinedeployment",
} as const;
