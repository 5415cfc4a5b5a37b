/** `type` of the Secrets that Cluster API and its providers write. */
export const secretType = "cluster.x-k8s.io/secret";

/** What a Secret of a Cluster is for. */
export type SecretPurpose = "ca" | "etcd" | "sa" | "proxy" | "kubeconfig";

/**
 * Name of a Cluster's Secret: `<cluster>-<purpose>`.
 *
 * @example
 * ```ts
 * import { clusterSecretName } from "@capstan/contract";
 *
 * console.log(clusterSecretName("c1", "kubeconfig")); // c1-kubeconfig
 * ```
 */
export function clusterSecretName(cluster: string, purpose: SecretPurpose): string {
  return `${cluster}-${purpose}`;
}

/** Keys inside those Secrets. */
export const secretKeys = {
  certificate: "tls.crt",
  privateKey: "tls.key",
  /** Kubeconfig, and bootstrap data (rule BS-003). */
  value: "value",
  /** Format of the bootstrap data: `cloud-config` (default) or `ignition`. */
  format: "format",
} as const;
