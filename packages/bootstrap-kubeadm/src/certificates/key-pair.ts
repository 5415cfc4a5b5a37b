import { type KeyObject, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { type EncryptionAlgorithm } from "../api/cluster-configuration.ts";

const generate = promisify(generateKeyPair);

/** A key pair fresh from the generator. */
export interface GeneratedKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A certificate (or public key) and its private key, as `tls.crt` and `tls.key` of a Secret hold them (PEM). */
export interface KeyPair {
  readonly certificate: string;
  /** Empty if the owner of the Secret left the private key out. */
  readonly privateKey: string;
}

/** Generates a key pair off the main thread. */
export async function generateKeys(algorithm: EncryptionAlgorithm): Promise<GeneratedKeys> {
  switch (algorithm) {
    case "ECDSA-P256":
      return await generate("ec", { namedCurve: "P-256" });
    case "ECDSA-P384":
      return await generate("ec", { namedCurve: "P-384" });
    case "RSA-2048":
      return await generate("rsa", { modulusLength: 2048 });
    case "RSA-3072":
      return await generate("rsa", { modulusLength: 3072 });
    case "RSA-4096":
      return await generate("rsa", { modulusLength: 4096 });
  }
}

/** The private key as PEM in the traditional form that kubeadm writes: `RSA PRIVATE KEY` or `EC PRIVATE KEY`. */
export function privateKeyPem(keys: GeneratedKeys): string {
  const type = keys.privateKey.asymmetricKeyType === "ec" ? "sec1" : "pkcs1";
  return keys.privateKey.export({ type, format: "pem" }).toString();
}

/** The key pair that signs service account tokens: the certificate's place holds the public key. */
export async function generateServiceAccountKeyPair(algorithm: EncryptionAlgorithm): Promise<KeyPair> {
  const keys = await generateKeys(algorithm);
  return {
    certificate: keys.publicKey.export({ type: "spki", format: "pem" }).toString(),
    privateKey: privateKeyPem(keys),
  };
}
