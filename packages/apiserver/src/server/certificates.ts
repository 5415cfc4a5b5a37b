import "reflect-metadata";
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";
import { systemClock } from "../clock.ts";

/** A certificate and its private key, both PEM. */
export interface CertificateAndKey {
  readonly certificate: string;
  readonly privateKey: string;
}

const hourMs = 3_600_000;
const lifetimeMs = 10 * 365 * 24 * hourMs;
const ecKey = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Issues serving and client certificates. Validity is counted in real time: TLS knows no other clock. */
export class CertificateAuthority implements CertificateAndKey {
  readonly certificate: string;
  readonly privateKey: string;
  readonly #subject: x509.Name;
  readonly #signingKey: webcrypto.CryptoKey;

  private constructor(pair: CertificateAndKey, signingKey: webcrypto.CryptoKey) {
    this.certificate = pair.certificate;
    this.privateKey = pair.privateKey;
    this.#subject = new x509.X509Certificate(pair.certificate).subjectName;
    this.#signingKey = signingKey;
  }

  /** A new authority with an EC P-256 key. */
  static async create(commonName: string): Promise<CertificateAuthority> {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return CertificateAuthority.selfSign(commonName, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  }

  /**
   * A new authority with a key that there is already, PEM as in {@link CertificateAuthority.load}.
   *
   * @throws Error when the key cannot be read or is of another kind.
   */
  static async selfSign(commonName: string, privateKey: string): Promise<CertificateAuthority> {
    const signingKey = await importPrivateKey(privateKey);
    const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
    const name = [{ CN: [commonName] }];
    const certificate = await x509.X509CertificateGenerator.create({
      subject: name,
      issuer: name,
      publicKey: new x509.PublicKey(publicKey),
      signingKey,
      ...validity(),
      signingAlgorithm: { ...signingKey.algorithm, hash: "SHA-256" },
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.cRLSign,
          true,
        ),
        await x509.SubjectKeyIdentifierExtension.create(new x509.PublicKey(publicKey)),
      ],
    });
    return new CertificateAuthority({ certificate: pem(certificate), privateKey }, signingKey);
  }

  /**
   * An authority from its PEM files. The key may be RSA or EC, PKCS#1 (`RSA PRIVATE KEY`), SEC 1 (`EC PRIVATE KEY`) or
   * PKCS#8 (`PRIVATE KEY`).
   *
   * @throws Error when the key cannot be read or is of another kind.
   */
  static async load(pair: CertificateAndKey): Promise<CertificateAuthority> {
    return new CertificateAuthority(pair, await importPrivateKey(pair.privateKey));
  }

  /** A certificate for a server that is reached under `hosts` (names or IP addresses). */
  issueServing(commonName: string, hosts: readonly string[]): Promise<CertificateAndKey> {
    const names = [...new Set(hosts)].map((host) => ({
      type: isIP(host) ? ("ip" as const) : ("dns" as const),
      value: host,
    }));
    return this.#issue(
      { CN: [commonName] },
      [],
      [
        new x509.SubjectAlternativeNameExtension(names),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    );
  }

  /** A certificate that makes its bearer `user`, member of `groups`. */
  issueClient(user: string, groups: readonly string[] = []): Promise<CertificateAndKey> {
    return this.#issue({ CN: [user] }, groups, [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ]);
  }

  async #issue(
    name: x509.JsonName[number],
    groups: readonly string[],
    extensions: x509.Extension[],
  ): Promise<CertificateAndKey> {
    const keys = await webcrypto.subtle.generateKey(ecKey, true, ["sign", "verify"]);
    const certificate = await x509.X509CertificateGenerator.create({
      subject: [...groups.map((group) => ({ O: [group] })), name],
      issuer: this.#subject,
      publicKey: keys.publicKey,
      signingKey: this.#signingKey,
      ...validity(),
      signingAlgorithm: { ...this.#signingKey.algorithm, hash: "SHA-256" },
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        ...extensions,
      ],
    });
    return { certificate: pem(certificate), privateKey: await exportKey(keys.privateKey) };
  }
}

function validity(): { notBefore: Date; notAfter: Date } {
  const now = systemClock.now();
  return { notBefore: new Date(now - hourMs), notAfter: new Date(now + lifetimeMs) };
}

async function importPrivateKey(privateKey: string): Promise<webcrypto.CryptoKey> {
  const key = createPrivateKey(privateKey);
  const der = key.export({ type: "pkcs8", format: "der" });
  return webcrypto.subtle.importKey("pkcs8", der, signatureAlgorithm(key), false, ["sign"]);
}

function signatureAlgorithm(key: KeyObject): webcrypto.EcKeyImportParams | webcrypto.RsaHashedImportParams {
  if (key.asymmetricKeyType === "rsa") return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const curves: Record<string, string> = { prime256v1: "P-256", secp384r1: "P-384", secp521r1: "P-521" };
  const namedCurve = curves[key.asymmetricKeyDetails?.namedCurve ?? ""];
  if (key.asymmetricKeyType === "ec" && namedCurve !== undefined) return { name: "ECDSA", namedCurve };
  throw new Error(
    `The key of the certificate authority is ${key.asymmetricKeyType ?? "unknown"}; give an RSA key or an EC key on P-256, P-384 or P-521.`,
  );
}

function pem(certificate: x509.X509Certificate): string {
  return `${certificate.toString("pem").trim()}\n`;
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey("pkcs8", key);
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
}
