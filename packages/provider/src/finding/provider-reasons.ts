/** Reasons the SDK gives; those of authors come with their outcomes. */
export const providerReasons = {
  ready: "Ready",
  paused: "Paused",
  notPaused: "NotPaused",
  waitingForClusterInfrastructure: "WaitingForClusterInfrastructureReady",
  waitingForControlPlaneEndpoint: "WaitingForControlPlaneEndpoint",
  waitingForBootstrapData: "WaitingForBootstrapData",
  waitingForKubeconfig: "WaitingForKubeconfig",
  identityNotFound: "IdentityNotFound",
  identityNotAllowed: "IdentityNotAllowed",
  identitySecretNotFound: "IdentitySecretNotFound",
  secretNotAllowed: "SecretNotAllowed",
  bootstrapDataNotWanted: "BootstrapDataNotWanted",
  secretControlledByOther: "SecretControlledByOther",
  contractViolation: "ContractViolation",
  reconcileError: "ReconcileError",
  deleting: "Deleting",
} as const;
