import { readFile } from "node:fs/promises";
import path from "node:path";
import { CommandLineError } from "../errors/runtime-errors.ts";

/** The certificate and key of a webhook server, all PEM. */
export interface ServingCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  /** The CA that clients must trust. */
  readonly authority: string;
  /** The CAs of client certificates. Default: clients need no certificate. */
  readonly clientAuthorities?: string;
}

const fiveYearsMs = 5 * 365 * 24 * 3_600_000;

/** Names of the certificate files in a folder. */
export interface CertificateFiles {
  /** Default: tls.crt. */
  readonly certificate?: string;
  /** Default: tls.key. */
  readonly privateKey?: string;
}

/**
 * The certificate in a folder with the layout of cert-manager's Secrets: `tls.crt`, `tls.key` and, if present, `ca.crt`.
 *
 * @throws CommandLineError - the certificate is missing, or does not match its key, as while only one of the files is renewed.
 */
export async function readServingCertificate(
  directory: string,
  { certificate: certificateFile = "tls.crt", privateKey: keyFile = "tls.key" }: CertificateFiles = {},
  clientCAFile?: string,
): Promise<ServingCertificate> {
  const clients = await readClientAuthorities(clientCAFile);
  const read = (name: string): Promise<string> => readFile(path.join(directory, name), "utf8");
  try {
    const [certificate, privateKey] = await Promise.all([read(certificateFile), read(keyFile)]);
    await checkPair(certificate, privateKey);
    const authority = await read("ca.crt").catch(() => certificate);
    return { certificate, privateKey, authority, ...clients };
  } catch (error) {
    throw new CommandLineError(
      `--webhook-cert-dir ${directory} must contain ${certificateFile} and its key ${keyFile}`,
      { cause: error },
    );
  }
}

/** A read during a renewal may return the new certificate with the old key. */
async function checkPair(certificate: string, privateKey: string): Promise<void> {
  const { readCertificate, readPrivateKey } = await import("@capstan/kube/x509");
  if (!readCertificate(certificate).checkPrivateKey(readPrivateKey(privateKey))) {
    throw new CommandLineError("The private key does not match the certificate");
  }
}

/**
 * The CA certificates in a file, one of which must have signed a client's certificate; empty if no file is named.
 *
 * @throws CommandLineError - the file cannot be read, or has no certificate: every client would be refused.
 */
export async function readClientAuthorities(
  file: string | undefined,
): Promise<Pick<ServingCertificate, "clientAuthorities">> {
  if (file === undefined) return {};
  const refuse = (cause?: unknown): CommandLineError =>
    new CommandLineError(`--webhook-client-ca-file ${file} must be a file with PEM certificates`, { cause });
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw refuse(error);
  });
  try {
    // Few managers need it, and loading takes time.
    const { readCertificate } = await import("@capstan/kube/x509");
    readCertificate(text);
  } catch (error) {
    throw refuse(error);
  }
  return { clientAuthorities: text };
}

/** A certificate for loopback. Its CA is created with it, and the CA's key is discarded. */
export async function selfSignedCertificate(nowMs: number, name: string): Promise<ServingCertificate> {
  // Few managers need it, and loading takes time.
  const { CertificateAuthority } = await import("@capstan/kube/x509");
  const lifetime = { lifetimeMs: fiveYearsMs };
  const authority = await CertificateAuthority.create(`${name} authority`, { now: () => nowMs }, lifetime);
  const serving = await authority.issueServing(name, ["127.0.0.1", "localhost"], lifetime);
  return { ...serving, authority: authority.certificate };
}
