import { CertificateAuthority } from "@capstan/kube/x509";
import { type EncryptionAlgorithm } from "../api/v1beta2/cluster-configuration.ts";
import { type KeyPair } from "./key-pair.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How to generate a certificate authority. */
export interface CertificateAuthorityOptions {
  /** Time of generation, in milliseconds since the epoch. */
  readonly now: number;
  /** Days until it expires; default 3650 (ten years). */
  readonly validityDays?: number;
  /** Default RSA-2048. */
  readonly algorithm?: EncryptionAlgorithm;
}

/**
 * Generates a self-signed certificate authority as kubeadm does: CN=kubernetes, no intermediate CAs (path length 0), valid from five
 * minutes ago so that machines whose clocks are behind accept it.
 *
 * @example
 * ```ts
 * import { generateCertificateAuthority } from "@capstan/bootstrap-kubeadm";
 *
 * const { certificate } = await generateCertificateAuthority({ now: Date.UTC(2026, 0), algorithm: "ECDSA-P256" });
 * console.log(certificate.startsWith("-----BEGIN CERTIFICATE-----")); // true
 * ```
 */
export async function generateCertificateAuthority({
  now,
  validityDays = 3650,
  algorithm = "RSA-2048",
}: CertificateAuthorityOptions): Promise<KeyPair> {
  const clock = { now: () => now };
  const { certificate, privateKey } = await CertificateAuthority.create("kubernetes", clock, {
    algorithm,
    keyForm: "traditional",
    pathLength: 0,
    lifetimeMs: validityDays * dayMs,
    skewMs: 5 * minuteMs,
  });
  return { certificate, privateKey };
}
