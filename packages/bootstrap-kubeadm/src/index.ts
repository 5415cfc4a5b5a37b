// Use KubeadmConfig
export { KubeadmConfig } from "./api/kubeadm-config.ts";
export type { KubeadmConfigTemplate } from "./api/kubeadm-config.ts";
export { KubeadmConfigSpec } from "./api/v1beta2/kubeadm-config-spec.ts";
export type { ClusterConfiguration, EncryptionAlgorithm } from "./api/v1beta2/cluster-configuration.ts";
export type { Discovery } from "./api/v1beta2/discovery.ts";
export type { DiskSetup, Filesystem, Partition } from "./api/v1beta2/disk-setup.ts";
export type { IgnitionSpec } from "./api/v1beta2/ignition.ts";
export type { InitConfiguration, JoinConfiguration, Taint } from "./api/v1beta2/node-configuration.ts";
export type { File, User } from "./api/v1beta2/machine-setup.ts";

// Run its controller
export { KubeadmConfigReconciler } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";
export type { KubeadmConfigReconcilerOptions } from "./reconcilers/kubeadm-config/kubeadm-config-reconciler.ts";

// Generate certificates
export { caCertHashes } from "./certificates/ca-hash.ts";
export { generateCertificateAuthority } from "./certificates/certificate-authority.ts";
export type { CertificateAuthorityOptions } from "./certificates/certificate-authority.ts";
export { generateServiceAccountKeyPair } from "./certificates/key-pair.ts";
export type { KeyPair } from "./certificates/key-pair.ts";
export { controlPlaneCertificates } from "./certificates/purpose.ts";
export type { CertificateRequirement, Purpose } from "./certificates/purpose.ts";
export type { Certificate } from "./certificates/cluster-certificates.ts";

// Render bootstrap data
export { renderControlPlaneJoin, renderInit, renderWorkerJoin } from "./render/bootstrap-data.ts";
export type { ControlPlaneJoinInput, InitInput, WorkerJoinInput } from "./render/bootstrap-data.ts";
export type { ResolvedFile, ResolvedSetup, ResolvedUser } from "./render/setup/resolved-setup.ts";
export type { ClusterFacts } from "./render/kubeadm/cluster-document.ts";
