import { X509Certificate, createHash } from "node:crypto";

/**
 * The hashes by which a joining machine recognises the cluster CA: one `sha256:<hex>` of the public key (SPKI, DER) per
 * certificate of the bundle, in its order, as kubeadm's `--discovery-token-ca-cert-hash` takes them.
 *
 * @throws Error if the text holds no certificate, or one that cannot be read. The text is not part of the message.
 */
export function caCertHashes(bundle: string): string[] {
  const certificates = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error("tls.crt holds no PEM certificate");
  return certificates.map((pem) => {
    const publicKey = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
    return `sha256:${createHash("sha256").update(publicKey).digest("hex")}`;
  });
}
