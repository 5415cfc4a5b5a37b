import { generateKeyPair, type KeyObject } from "node:crypto";

/** The algorithms of certificate keys. */
export type KeyAlgorithm = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";

/** A new key pair. */
export interface GeneratedKeys {
  /** The private key. Secret. */
  readonly privateKey: KeyObject;
  /** The public key of that private key. */
  readonly publicKey: KeyObject;
}

const curves: Partial<Record<KeyAlgorithm, string>> = { "ECDSA-P256": "P-256", "ECDSA-P384": "P-384" };

/** Generates a key pair off the main thread. */
export function generateKeys(algorithm: KeyAlgorithm): Promise<GeneratedKeys> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, publicKey: KeyObject, privateKey: KeyObject): void => {
      if (error === null) resolve({ publicKey, privateKey });
      else reject(error);
    };
    const namedCurve = curves[algorithm];
    if (namedCurve !== undefined) generateKeyPair("ec", { namedCurve }, done);
    else generateKeyPair("rsa", { modulusLength: Number(algorithm.slice("RSA-".length)) }, done);
  });
}

/** The encoding of a private key: `PRIVATE KEY` (pkcs8), or, as kubeadm writes it, `RSA PRIVATE KEY` or `EC PRIVATE KEY` (traditional). */
export type PrivateKeyForm = "pkcs8" | "traditional";

/** Encodes a private key in PEM. */
export function privateKeyPem(key: KeyObject, form: PrivateKeyForm): string {
  const traditional = key.asymmetricKeyType === "ec" ? "sec1" : "pkcs1";
  return key.export({ type: form === "pkcs8" ? "pkcs8" : traditional, format: "pem" }).toString();
}

/** Encodes a public key in PEM: `PUBLIC KEY`. */
export function publicKeyPem(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}
