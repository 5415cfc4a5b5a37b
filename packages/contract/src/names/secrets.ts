/** `type` of the Secrets that Cluster API and its providers write. */
export const secretType = "cluster.x-k8s.io/secret";

const secretPurposes = ["ca", "etcd", "sa", "proxy", "kubeconfig", "apiserver-etcd-client"] as const;

/** The purpose of a Cluster's own Secret. */
export type SecretPurpose = (typeof secretPurposes)[number];

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

/**
 * The names of the Clusters that may have a Secret of this name. If such a Cluster exists, the name is reserved for it, even before the
 * Secret exists.
 *
 * @example
 * ```ts
 * import { clustersReserving } from "@capstan/contract";
 *
 * console.log(clustersReserving("c1-kubeconfig")); // [ 'c1' ]
 * console.log(clustersReserving("worker-1")); // []
 * ```
 */
export function clustersReserving(secretName: string): string[] {
  return secretPurposes
    .map((purpose) => clusterSecretName("", purpose))
    .filter((suffix) => secretName.endsWith(suffix) && secretName.length > suffix.length)
    .map((suffix) => secretName.slice(0, -suffix.length));
}

/** Keys in the data of these Secrets. */
export const secretKeys = {
  certificate: "tls.crt",
  privateKey: "tls.key",
  /** Kubeconfig, and bootstrap data (rule BS-003). */
  value: "value",
  /** Format of the bootstrap data: `cloud-config` (default) or `ignition`. */
  format: "format",
} as const;
