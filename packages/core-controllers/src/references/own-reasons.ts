import { unresolvedReasons } from "@capstan/contract";

/** Reasons of conditions that only these controllers use. All others are in the contract's `reasons`. */
export const ownReasons = {
  /** Another object already controls the referenced object. */
  controlledByAnother: "ControlledByAnother",
  /** Several Nodes of a workload cluster carry the same `spec.providerID`. */
  providerIDNotUnique: "ProviderIDNotUnique",
  /** A field of a provider object breaks the contract. */
  contractViolation: "ContractViolation",
  ...unresolvedReasons,
  /** A referenced kind cannot be listed or watched. */
  watchFailed: "WatchFailed",
  /** An owner reference or label of a referenced object could not be written. */
  adoptionFailed: "AdoptionFailed",
  /** The Cluster has no `infrastructureRef`, so there is nothing to wait for. */
  noInfrastructure: "NoInfrastructure",
} as const;
