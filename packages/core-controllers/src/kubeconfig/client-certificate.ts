import "reflect-metadata";
import { createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A certificate authority as a Secret `<cluster>-ca` holds it, both PEM. */
export interface CertificateAuthority {
  readonly certificate: string;
  /** PKCS #1, SEC 1 or PKCS #8. */
  readonly privateKey: string;
}

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  /** PKCS #8. */
  readonly privateKey: string;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;
/** Clocks of a new machine may be behind: the certificate is valid from a little earlier on. */
const clockSkewMs = 5 * 60 * 1000;

/**
 * Issues the certificate of the cluster's administrator: common name `kubernetes-admin`, organization `system:masters`,
 * for client authentication, valid for a year.
 *
 * @param authority - the CA the API server of the workload cluster trusts.
 * @param now - milliseconds since the epoch.
 * @throws TypeError the authority's certificate or key cannot be read; the text of neither is part of the message.
 */
export async function issueAdminCertificate(authority: CertificateAuthority, now: number): Promise<ClientCertificate> {
  const issuer = readCertificate(authority.certificate);
  const signing = await readPrivateKey(authority.privateKey);
  const keys = await webcrypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create(
    {
      // A serial number is a positive integer of at most 20 octets (RFC 5280).
      serialNumber: `01${randomBytes(15).toString("hex")}`,
      subject: "CN=kubernetes-admin,O=system:masters",
      // The name as the CA encodes it: verifiers compare issuer and subject byte by byte.
      issuer: issuer.subjectName,
      notBefore: new Date(now - clockSkewMs),
      notAfter: new Date(now + yearMs),
      publicKey: keys.publicKey,
      signingKey: signing.key,
      signingAlgorithm: signing.algorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      ],
    },
    webcrypto,
  );
  const privateKey = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    certificate: `${certificate.toString("pem")}\n`,
    privateKey: `-----BEGIN PRIVATE KEY-----\n${privateKey.match(/.{1,64}/g)?.join("\n") ?? ""}\n-----END PRIVATE KEY-----\n`,
  };
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new TypeError("The certificate of the certificate authority is not a PEM encoded X.509 certificate", {
      cause,
    });
  }
}

interface SigningKey {
  readonly key: webcrypto.CryptoKey;
  readonly algorithm: webcrypto.EcdsaParams | webcrypto.RsaHashedImportParams;
}

async function readPrivateKey(pem: string): Promise<SigningKey> {
  try {
    const key = createPrivateKey(pem);
    const der = key.export({ format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType === "ec") {
      const namedCurve = curveNames[key.asymmetricKeyDetails?.namedCurve ?? ""] ?? "P-256";
      const imported = await webcrypto.subtle.importKey("pkcs8", der, { name: "ECDSA", namedCurve }, false, ["sign"]);
      return { key: imported, algorithm: { name: "ECDSA", hash: "SHA-256" } };
    }
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    return { key: await webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]), algorithm };
  } catch {
    // No cause: what the key parser says may quote the key.
    throw new TypeError("The private key of the certificate authority is not a PEM encoded RSA or EC key");
  }
}

const curveNames: Readonly<Record<string, string>> = {
  prime256v1: "P-256",
  secp384r1: "P-384",
  secp521r1: "P-521",
};
