// The X.509 library resolves its providers with decorator metadata, so this import must come first.
import "reflect-metadata";
import { type KeyObject, randomBytes, type webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { ArgumentError } from "../errors/argument-error.ts";
import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { isIPv4, isIPv6 } from "../openapi/ip-text.ts";

/** The validity of a certificate, in milliseconds since the epoch. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** The subject of a certificate. */
export interface Subject {
  /** The user name in Kubernetes. */
  readonly commonName: string;
  /** The groups of the user in Kubernetes. Default: no groups. */
  readonly organizations?: readonly string[];
}

/** The purpose of a certificate. */
export type CertificatePurpose =
  | {
      readonly kind: "authority";
      /** How many intermediate authorities may follow below it. Default: any number. */ readonly pathLength?: number;
    }
  | {
      readonly kind: "server";
      /** The names and IP addresses of the server. */ readonly hosts: readonly string[];
    }
  | { readonly kind: "client" };

/** The name of a subject or issuer in DER: verifiers compare the two byte by byte. */
export type EncodedName = ArrayBuffer;

/** The issuer that signs a certificate. */
export interface Issuer {
  /** The name from {@link nameOfAuthority}; undefined for a self-signed certificate. */
  readonly name?: EncodedName;
  readonly privateKey: KeyObject;
}

/**
 * Creates a certificate like those of kubeadm: key usages, hashes of curves and the order of names are the same as in Go.
 *
 * @returns PEM.
 * @throws ArgumentError the issuer's key is neither RSA nor EC.
 */
export async function makeCertificate(
  name: EncodedName,
  publicKey: KeyObject,
  options: { readonly purpose: CertificatePurpose; readonly validity: Validity; readonly issuer: Issuer },
): Promise<string> {
  const { purpose, validity, issuer } = options;
  const signing = signingAlgorithm(issuer.privateKey);
  const subjectKey = new PublicKey(publicKey.export({ type: "spki", format: "der" }));
  const certificate = await X509CertificateGenerator.create({
    // A positive integer of at most 20 octets (RFC 5280).
    serialNumber: `01${randomBytes(15).toString("hex")}`,
    subject: new Name(name),
    issuer: new Name(issuer.name ?? name),
    notBefore: new Date(validity.notBeforeMs),
    notAfter: new Date(validity.notAfterMs),
    publicKey: subjectKey,
    signingKey: issuer.privateKey.toCryptoKey(signing, false, ["sign"]),
    signingAlgorithm: signing,
    extensions: await extensionsFor(purpose, subjectKey),
  });
  return `${certificate.toString("pem").trim()}\n`;
}

/** The name of a subject in a certificate. */
export function nameOf({ commonName, organizations = [] }: Subject): EncodedName {
  const name = new Name([...organizations.map((organization) => ({ O: [organization] })), { CN: [commonName] }]);
  return name.toArrayBuffer();
}

/**
 * The subject name in an authority's certificate.
 *
 * @throws MalformedTextError the certificate cannot be read.
 */
export function nameOfAuthority(certificate: string): EncodedName {
  try {
    return new X509Certificate(certificate).subjectName.toArrayBuffer();
  } catch (cause) {
    throw new MalformedTextError("certificate", "The certificate of the authority is not a PEM encoded certificate", {
      cause,
    });
  }
}

async function extensionsFor(purpose: CertificatePurpose, publicKey: PublicKey): Promise<Extension[]> {
  if (purpose.kind === "authority") {
    return [
      new KeyUsagesExtension(
        KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment | KeyUsageFlags.keyCertSign,
        true,
      ),
      new BasicConstraintsExtension(true, purpose.pathLength, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ];
  }
  const common = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
    new BasicConstraintsExtension(false, undefined, true),
  ];
  if (purpose.kind === "client") return [...common, new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])];
  const names = [...new Set(purpose.hosts)].map(
    (host) => ({ type: isIPv4(host) || isIPv6(host) ? "ip" : "dns", value: host }) as const,
  );
  return [
    ...common,
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(names),
  ];
}

const curves: ReadonlyMap<string | undefined, webcrypto.EcKeyImportParams & { readonly hash: string }> = new Map([
  ["prime256v1", { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }],
  ["secp384r1", { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" }],
  ["secp521r1", { name: "ECDSA", namedCurve: "P-521", hash: "SHA-512" }],
]);

function signingAlgorithm(key: KeyObject) {
  if (key.asymmetricKeyType === "rsa") return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const curve = curves.get(key.asymmetricKeyDetails?.namedCurve);
  if (key.asymmetricKeyType === "ec" && curve !== undefined) return curve;
  throw new ArgumentError(
    `The key of the certificate authority is ${key.asymmetricKeyType ?? "unknown"}; use an RSA key or an EC key on P-256, P-384 or P-521.`,
  );
}
