/** The kinds that clusterctl knows to be cluster-scoped (rule PC-005). */
export const clusterScoped: ReadonlySet<string> = new Set([
  "Namespace",
  "Node",
  "PersistentVolume",
  "PodSecurityPolicy",
  "CertificateSigningRequest",
  "ClusterRole",
  "ClusterRoleBinding",
  "VolumeAttachment",
  "StorageClass",
  "CSIDriver",
  "CSINode",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "CustomResourceDefinition",
  "PriorityClass",
  "RuntimeClass",
]);

/** Further cluster-scoped kinds, on which clusterctl would force a namespace. */
export const otherClusterScoped: ReadonlySet<string> = new Set([
  "APIService",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ClusterIssuer",
  "IngressClass",
  "FlowSchema",
  "PriorityLevelConfiguration",
  "ClusterTrustBundle",
]);

/** Cluster-scoped kinds that belong in a components file although clusterctl does not know them: API servers ignore the namespace. */
export const registrations: ReadonlySet<string> = new Set(["ExtensionConfig"]);
