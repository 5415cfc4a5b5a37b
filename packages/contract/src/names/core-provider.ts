/** How the provider label, clusterctl and its repositories name the core of Cluster API. */
export const coreProvider = "cluster-api";
