import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { MalformedTextError } from "../errors/malformed-text-error.ts";

/**
 * Reads a private key: PKCS #1 (`RSA PRIVATE KEY`), SEC 1 (`EC PRIVATE KEY`) or PKCS #8 (`PRIVATE KEY`).
 *
 * @throws MalformedTextError the input is not a PEM private key. The error does not quote it.
 */
export function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The parser's error is not the cause, because it may quote the key.
    throw new MalformedTextError("private key", "The private key is not a PEM encoded key");
  }
}

/**
 * Reads a public key, or the public key of a private key or certificate.
 *
 * @throws MalformedTextError the input has no key. The error does not quote it.
 */
export function readPublicKey(pem: string | KeyObject): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new MalformedTextError("public key", "The public key is not a PEM encoded key");
  }
}

/**
 * Reads a certificate; from a bundle, the first certificate.
 *
 * @param encoded - PEM or DER.
 * @throws MalformedTextError the input is not a certificate.
 */
export function readCertificate(encoded: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(encoded);
  } catch (cause) {
    throw new MalformedTextError("certificate", "The certificate is not an X.509 certificate in PEM or DER", { cause });
  }
}

/** The PEM certificates of a bundle, in order. */
export function certificatesIn(bundle: string): string[] {
  return bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

/** The SHA-256 hash of a public key (SPKI, DER) in hexadecimal, by which kubeadm recognizes the certificate authority of a cluster. */
export function publicKeyHash(publicKey: KeyObject): string {
  const spki = publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex");
}
