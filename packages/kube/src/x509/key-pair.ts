import { generateKeyPair, type KeyObject } from "node:crypto";

/** Kinds of keys that certificates are made with. */
export type KeyAlgorithm = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";

/** A key pair fresh from the generator. */
export interface GeneratedKeys {
  /** A secret. */
  readonly privateKey: KeyObject;
  /** What belongs to it. */
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

/** How a private key is encoded: `PRIVATE KEY`, or as kubeadm writes it: `RSA PRIVATE KEY` or `EC PRIVATE KEY`. */
export type PrivateKeyForm = "pkcs8" | "traditional";

/** A private key as PEM. */
export function privateKeyPem(key: KeyObject, form: PrivateKeyForm): string {
  const traditional = key.asymmetricKeyType === "ec" ? "sec1" : "pkcs1";
  return key.export({ type: form === "pkcs8" ? "pkcs8" : traditional, format: "pem" }).toString();
}

/** A public key as PEM: `PUBLIC KEY`. */
export function publicKeyPem(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}
