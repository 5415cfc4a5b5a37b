/** The name of Cluster API's core in the provider label, in clusterctl and in its repositories. */
export const coreProvider = "cluster-api";
