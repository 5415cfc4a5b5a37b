/** The label of kubeconfig Secrets, as in Cluster API. */
export const clusterSecretLabel = "cluster.x-k8s.io/cluster-name";
/** The label of CRDs whose objects `clusterctl move` includes. */
export const clusterctlLabel = "clusterctl.cluster.x-k8s.io";
/** The label that `watchFilter` compares, as in Cluster API. */
export const watchLabel = "cluster.x-k8s.io/watch-filter";
