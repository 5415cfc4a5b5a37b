/** Finalizers that the core controllers set on their kinds, and that providers set on kinds of the core. */
export const finalizers = {
  cluster: "cluster.cluster.x-k8s.io",
  machine: "machine.cluster.x-k8s.io",
  machineSet: "cluster.x-k8s.io/machineset",
  machineDeployment: "cluster.x-k8s.io/machinedeployment",
  /** On IPAddressClaims, until their address is released; the name of the providers that Cluster API maintains. */
  releaseAddress: "ipam.cluster.x-k8s.io/ReleaseAddress",
  /** On IPAddressClaims, while the object that claims an address may use it; a name of Capstan. */
  useAddress: "ipam.capstan.dev/UseAddress",
  /** On IPAddresses, until their claim is deleted; the name of the providers that Cluster API maintains. */
  protectAddress: "ipam.cluster.x-k8s.io/ProtectAddress",
} as const;
