/** The supported versions of the provider contract, newest first. */
export const contractVersions = ["v1beta2", "v1beta1"] as const;

/** A version of the provider contract. */
export type ContractVersion = (typeof contractVersions)[number];
