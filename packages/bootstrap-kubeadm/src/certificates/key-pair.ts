import { generateKeys, privateKeyPem, publicKeyPem } from "@capstan/kube/x509";
import { type EncryptionAlgorithm } from "../api/v1beta2/cluster-configuration.ts";

/** A certificate (or public key) and its private key, as in `tls.crt` and `tls.key` of a Secret (PEM). */
export interface KeyPair {
  /** The certificate, or the public key, PEM. */
  readonly certificate: string;
  /** Empty if the owner of the Secret omitted the private key. */
  readonly privateKey: string;
}

/**
 * Generates the key pair that signs service account tokens. Its `certificate` contains the public key.
 *
 * @example
 * ```ts
 * import { generateServiceAccountKeyPair } from "@capstan/bootstrap-kubeadm";
 *
 * const { certificate } = await generateServiceAccountKeyPair("ECDSA-P256");
 * console.log(certificate.startsWith("-----BEGIN PUBLIC KEY-----")); // true
 * ```
 */
export async function generateServiceAccountKeyPair(algorithm: EncryptionAlgorithm): Promise<KeyPair> {
  const keys = await generateKeys(algorithm);
  return { certificate: publicKeyPem(keys.publicKey), privateKey: privateKeyPem(keys.privateKey, "traditional") };
}
