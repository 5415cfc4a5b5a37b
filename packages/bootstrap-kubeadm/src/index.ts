// API
export { KubeadmConfig } from "./api/kubeadm-config.ts";
export type { KubeadmConfigTemplate } from "./api/kubeadm-config.ts";
export { KubeadmConfigSpec } from "./api/kubeadm-config-spec.ts";
export { findContradictions } from "./api/contradictions.ts";
export type { Contradiction } from "./api/contradictions.ts";
export type { ClusterConfiguration, EncryptionAlgorithm } from "./api/cluster-configuration.ts";
export type { Discovery } from "./api/discovery.ts";
export type { DiskSetup, Filesystem, Partition } from "./api/disk-setup.ts";
export type { IgnitionSpec } from "./api/ignition.ts";
export type { InitConfiguration, JoinConfiguration, Taint } from "./api/node-configuration.ts";
export type { File, NTP, User } from "./api/machine-setup.ts";

// Reconciler
export { KubeadmConfigReconciler } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";
export type { KubeadmConfigReconcilerOptions } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";
export { decideBootstrap } from "./reconcilers/kubeadm-config/decision.ts";
export type { BootstrapDecision, BootstrapFacts } from "./reconcilers/kubeadm-config/decision.ts";

// Certificates
export { caCertHashes } from "./certificates/ca-hash.ts";
export { generateCertificateAuthority } from "./certificates/certificate-authority.ts";
export type { CertificateAuthorityOptions } from "./certificates/certificate-authority.ts";
export { generateServiceAccountKeyPair } from "./certificates/key-pair.ts";
export type { KeyPair } from "./certificates/key-pair.ts";
export { controlPlaneCertificates } from "./certificates/purpose.ts";
export type { CertificateRequirement, Purpose } from "./certificates/purpose.ts";
export { CertificateError } from "./certificates/certificate-error.ts";
export { lookUpCertificates, lookUpOrGenerateCertificates } from "./certificates/cluster-certificates.ts";
export type {
  Certificate,
  ClusterCertificatesLocation,
  GenerationOptions,
} from "./certificates/cluster-certificates.ts";

// Bootstrap data
export { renderControlPlaneJoin, renderInit, renderWorkerJoin } from "./render/bootstrap-data.ts";
export type { ControlPlaneJoinInput, InitInput, WorkerJoinInput } from "./render/bootstrap-data.ts";
export type { ResolvedFile, ResolvedSetup, ResolvedUser } from "./render/resolved-setup.ts";
export type { ClusterFacts } from "./render/kubeadm/cluster-document.ts";
export { UnsupportedVersionError, kubeadmApiVersion } from "./render/kubernetes-version.ts";
export type { KubeadmApiVersion, VersionPlace } from "./render/kubernetes-version.ts";
export { SecretReferenceError } from "./render/resolve-setup.ts";

// Tokens and the init lock
export { ensureToken, refreshToken } from "./tokens/ensure-token.ts";
export type { TokenOptions } from "./tokens/ensure-token.ts";
export { acquireInitLock, releaseInitLock } from "./lock/init-lock.ts";
export type { InitLockState } from "./lock/init-lock.ts";
