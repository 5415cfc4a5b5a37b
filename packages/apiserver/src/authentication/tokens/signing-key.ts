import { createHash, type KeyObject, sign, verify } from "node:crypto";
import { generateKeys, privateKeyPem, readPrivateKey, readPublicKey } from "@capstan/kube/x509";

const signature = { hash: "sha256", dsaEncoding: "ieee-p1363" } as const;

/** The key that signs tokens of ServiceAccounts: ECDSA on P-256, which is ES256 in JSON Web Signatures. */
export class SigningKey {
  readonly algorithm = "ES256";
  /** The key id in tokens: a hash of the public key. */
  readonly id: string;
  readonly #private: KeyObject;
  readonly #public: KeyObject;

  /** @param pem - the private key. */
  constructor(pem: string) {
    this.#private = readPrivateKey(pem);
    this.#public = readPublicKey(this.#private);
    const spki = this.#public.export({ type: "spki", format: "der" });
    this.id = createHash("sha256").update(spki).digest("base64url");
  }

  /** A new private key, PEM. */
  static async generate(): Promise<string> {
    const { privateKey } = await generateKeys("ECDSA-P256");
    return privateKeyPem(privateKey, "pkcs8");
  }

  sign(text: string): string {
    const { hash, dsaEncoding } = signature;
    return sign(hash, Buffer.from(text), { key: this.#private, dsaEncoding }).toString("base64url");
  }

  verifies(text: string, given: string): boolean {
    const { hash, dsaEncoding } = signature;
    return verify(hash, Buffer.from(text), { key: this.#public, dsaEncoding }, Buffer.from(given, "base64url"));
  }
}
