/** The supported versions of the provider contract, newest first. */
export const contractVersions = ["v1beta2", "v1beta1"] as const;

/** A version of the provider contract. */
export type ContractVersion = (typeof contractVersions)[number];

/** The oldest release of Cluster API whose core serves Clusters and Machines in the version that the SDK reads, v1beta2. */
export const oldestCore = "v1.11";
