import { readFile } from "node:fs/promises";
import path from "node:path";
import { CommandLineError } from "../errors/runtime-errors.ts";

/** What a webhook proves itself with, all PEM. */
export interface ServingCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  /** What clients have to trust. */
  readonly authority: string;
}

const fiveYearsMs = 5 * 365 * 24 * 3_600_000;
const hourMs = 3_600_000;

/** Names of files in a folder with a certificate. */
export interface CertificateFiles {
  /** Default: tls.crt. */
  readonly certificate?: string;
  /** Default: tls.key. */
  readonly privateKey?: string;
}

/**
 * The certificate in a folder as cert-manager's Secrets are mounted: `tls.crt`, `tls.key` and, if there is one, `ca.crt`.
 *
 * @throws CommandLineError - there is none.
 */
export async function readServingCertificate(
  directory: string,
  { certificate: certificateFile = "tls.crt", privateKey: keyFile = "tls.key" }: CertificateFiles = {},
): Promise<ServingCertificate> {
  const read = (name: string): Promise<string> => readFile(path.join(directory, name), "utf8");
  try {
    const [certificate, privateKey] = await Promise.all([read(certificateFile), read(keyFile)]);
    const authority = await read("ca.crt").catch(() => certificate);
    return { certificate, privateKey, authority };
  } catch (error) {
    throw new CommandLineError(`--webhook-cert-dir ${directory} has to hold ${certificateFile} and ${keyFile}`, {
      cause: error,
    });
  }
}

/** A certificate for loopback that signs itself, with a key of its own. */
export async function selfSignedCertificate(nowMs: number): Promise<ServingCertificate> {
  // Few managers need it, and it takes its time to load.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const created = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=capstan conversion webhook",
    keys,
    // An hour for clocks that do not agree.
    notBefore: new Date(nowMs - hourMs),
    notAfter: new Date(nowMs + fiveYearsMs),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: "localhost" },
      ]),
    ],
  });
  const certificate = `${created.toString("pem").trim()}\n`;
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { certificate, privateKey: x509.PemConverter.encode(pkcs8, "PRIVATE KEY"), authority: certificate };
}
