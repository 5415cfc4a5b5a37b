// The X.509 library resolves its providers by decorator metadata, so this has to come first.
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

/** Between which times a certificate is valid, in milliseconds since the epoch. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Whom a certificate names. */
export interface Subject {
  /** To Kubernetes the name of a user. */
  readonly commonName: string;
  /** To Kubernetes the groups of a user. Default: none. */
  readonly organizations?: readonly string[];
}

/** What a certificate is for. */
export type CertificatePurpose =
  | {
      readonly kind: "authority";
      /** Authorities that may be below it. Default: any number. */ readonly pathLength?: number;
    }
  | {
      readonly kind: "server";
      /** Names and IP addresses under which it is reached. */ readonly hosts: readonly string[];
    }
  | { readonly kind: "client" };

/** The name of a subject or issuer as DER: verifiers compare the two byte by byte. */
export type EncodedName = ArrayBuffer;

/** Who signs a certificate. */
export interface Issuer {
  /** As {@link nameOfAuthority} has it; absent for one that signs itself. */
  readonly name?: EncodedName;
  readonly privateKey: KeyObject;
}

/**
 * Makes a certificate, as kubeadm makes its own: key usages, curves' hashes and the order of names are Go's.
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

/** The name that a certificate has of its subject. */
export function nameOf({ commonName, organizations = [] }: Subject): EncodedName {
  const name = new Name([...organizations.map((organization) => ({ O: [organization] })), { CN: [commonName] }]);
  return name.toArrayBuffer();
}

/**
 * The name of the authority whose certificate this is.
 *
 * @throws MalformedTextError it cannot be read.
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
