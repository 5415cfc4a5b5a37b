import { certificatesIn, publicKeyHash, readCertificate } from "@capstan/kube/x509";

/**
 * The hashes by which a joining machine verifies the cluster CA: one `sha256:<hex>` of the public key (SPKI, DER) per certificate of the
 * bundle, in its order, as kubeadm's `--discovery-token-ca-cert-hash` takes them.
 *
 * @throws Error if the bundle has no certificate, or an unreadable one. The message does not contain the bundle.
 *
 * @example
 * ```ts
 * import { caCertHashes, generateCertificateAuthority } from "@capstan/bootstrap-kubeadm";
 *
 * const { certificate } = await generateCertificateAuthority({ now: Date.UTC(2026, 0), algorithm: "ECDSA-P256" });
 * console.log(caCertHashes(certificate)); // [ 'sha256:…' ]
 * ```
 */
export function caCertHashes(bundle: string): string[] {
  const certificates = certificatesIn(bundle);
  if (certificates.length === 0) throw new Error("tls.crt holds no PEM certificate");
  return certificates.map((pem) => `sha256:${publicKeyHash(readCertificate(pem).publicKey)}`);
}
