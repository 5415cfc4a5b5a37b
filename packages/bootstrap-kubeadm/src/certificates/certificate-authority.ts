// The X.509 library resolves its providers by decorator metadata, so this has to come first.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { type EncryptionAlgorithm } from "../api/cluster-configuration.ts";
import { type GeneratedKeys, type KeyPair, generateKeys, privateKeyPem } from "./key-pair.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How to make a certificate authority. */
export interface CertificateAuthorityOptions {
  /** Time of making, in milliseconds since the epoch. */
  readonly now: number;
  /** Days until it expires; default 3650 (ten years). */
  readonly validityDays?: number;
  /** Default RSA-2048. */
  readonly algorithm?: EncryptionAlgorithm;
}

/**
 * Makes a self-signed certificate authority as kubeadm would: CN=kubernetes, no further level below it, valid from five
 * minutes ago so that machines whose clocks are behind accept it.
 */
export async function generateCertificateAuthority(options: CertificateAuthorityOptions): Promise<KeyPair> {
  const algorithm = options.algorithm ?? "RSA-2048";
  const keys = await generateKeys(algorithm);
  const { privateKey, publicKey, signingAlgorithm } = await importKeys(keys, algorithm);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=kubernetes",
    notBefore: new Date(options.now - 5 * minuteMs),
    notAfter: new Date(options.now + (options.validityDays ?? 3650) * dayMs),
    signingAlgorithm,
    keys: { privateKey, publicKey },
    extensions: [
      new KeyUsagesExtension(
        KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment | KeyUsageFlags.keyCertSign,
        true,
      ),
      new BasicConstraintsExtension(true, 0, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return { certificate: `${certificate.toString("pem")}\n`, privateKey: privateKeyPem(keys) };
}

async function importKeys(keys: GeneratedKeys, algorithm: EncryptionAlgorithm) {
  const signingAlgorithm = signingAlgorithms[algorithm];
  const { subtle } = webcrypto;
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey("pkcs8", keys.privateKey.export({ type: "pkcs8", format: "der" }), signingAlgorithm, false, [
      "sign",
    ]),
    subtle.importKey("spki", keys.publicKey.export({ type: "spki", format: "der" }), signingAlgorithm, true, [
      "verify",
    ]),
  ]);
  return { privateKey, publicKey, signingAlgorithm };
}

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const signingAlgorithms = {
  "ECDSA-P256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "ECDSA-P384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
  "RSA-2048": rsa,
  "RSA-3072": rsa,
  "RSA-4096": rsa,
} satisfies Record<EncryptionAlgorithm, object>;
