import { type KeyObject } from "node:crypto";
import { posix } from "node:path";
import { publicKeyHash, readCertificate, readPrivateKey, readPublicKey } from "@capstan/kube/x509";
import { BootProblem } from "./problem/boot-problem.ts";
import type { FileContent } from "./shell/symbolic-shell.ts";

/** SHA-256 hashes of the public keys (SPKI, hex) that all control-plane machines of a cluster share. */
export interface PublicKeys {
  /** The hash of the cluster CA's key. */
  readonly ca: string;
  /** The hash of the front proxy CA's key. */
  readonly frontProxy: string;
  /** The hash of the key that signs ServiceAccount tokens. */
  readonly serviceAccount: string;
  /** The hash of the etcd CA's key; unset with an external etcd. */
  readonly etcd?: string;
}

/** The content of a control-plane machine's certificates directory. Contains the keys of certificate authorities. */
export interface ControlPlaneCertificates {
  /** The cluster CA, PEM. The private key is a secret. */
  readonly certificateAuthority: { readonly certificate: string; readonly privateKey: string };
  /** The etcd CA, PEM; unset with an external etcd. */
  readonly etcdAuthority?: { readonly certificate: string; readonly privateKey: string };
  /** The key hashes that every control-plane machine must share. */
  readonly publicKeys: PublicKeys;
}

/**
 * Reads the certificate files that the bootstrap provider writes to control-plane machines.
 *
 * @throws {@link BootProblem} a file is missing, is not what its name says, or does not match its key.
 */
export function readControlPlaneCertificates(
  files: ReadonlyMap<string, FileContent>,
  options: { certificatesDirectory: string; externalEtcd: boolean; etcdClientFiles?: readonly string[]; now: number },
): ControlPlaneCertificates {
  const directory = new CertificatesDirectory(files, options.certificatesDirectory, options.now);
  directory.requireAll([
    ...["ca.crt", "ca.key", "front-proxy-ca.crt", "front-proxy-ca.key", "sa.pub", "sa.key"],
    ...(options.externalEtcd ? [] : ["etcd/ca.crt", "etcd/ca.key"]),
  ]);
  directory.requireFiles(options.etcdClientFiles ?? []);
  const etcdAuthority = { certificate: directory.text("etcd/ca.crt"), privateKey: directory.text("etcd/ca.key") };
  return {
    certificateAuthority: { certificate: directory.text("ca.crt"), privateKey: directory.text("ca.key") },
    ...(options.externalEtcd ? {} : { etcdAuthority }),
    publicKeys: {
      ca: directory.authority("ca.crt", "ca.key"),
      frontProxy: directory.authority("front-proxy-ca.crt", "front-proxy-ca.key"),
      serviceAccount: directory.keyPair("sa.pub", "sa.key"),
      ...(options.externalEtcd ? {} : { etcd: directory.authority("etcd/ca.crt", "etcd/ca.key") }),
    },
  };
}

class CertificatesDirectory {
  readonly #files: ReadonlyMap<string, FileContent>;
  readonly #directory: string;
  readonly #now: number;

  constructor(files: ReadonlyMap<string, FileContent>, directory: string, now: number) {
    this.#files = files;
    this.#directory = directory;
    this.#now = now;
  }

  requireAll(names: readonly string[]): void {
    const missing = names.map((name) => this.#path(name)).filter((path) => this.#files.get(path) === undefined);
    if (missing.length === 0) return;
    throw new BootProblem(
      "CertificatesMissing",
      `The bootstrap data has no ${missing.join(", ")}: kubeadm would create certificates that the management cluster does not have`,
    );
  }

  requireFiles(paths: readonly string[]): void {
    const missing = paths.filter((path) => !this.#files.has(path));
    if (missing.length === 0) return;
    throw new BootProblem(
      "CertificatesMissing",
      `The bootstrap data has no ${missing.join(", ")} of the external etcd`,
    );
  }

  text(name: string): string {
    return this.#files.get(this.#path(name))?.toString("utf8") ?? "";
  }

  authority(certificateName: string, keyName: string): string {
    const certificate = this.#parse(certificateName, "a PEM certificate", readCertificate);
    if (!certificate.ca) throw this.#invalid(certificateName, "is not the certificate of a certificate authority");
    if (certificate.validToDate.getTime() < this.#now) throw this.#invalid(certificateName, "has expired");
    if (!certificate.checkPrivateKey(this.#privateKey(keyName)))
      throw this.#invalid(keyName, `does not match ${certificateName}`);
    return publicKeyHash(certificate.publicKey);
  }

  keyPair(publicName: string, privateName: string): string {
    const publicKey = publicKeyHash(this.#parse(publicName, "a PEM public key", readPublicKey));
    const ofPrivateKey = publicKeyHash(readPublicKey(this.#privateKey(privateName)));
    if (publicKey !== ofPrivateKey) throw this.#invalid(privateName, `does not match ${publicName}`);
    return publicKey;
  }

  #privateKey(name: string): KeyObject {
    return this.#parse(name, "a PEM private key", readPrivateKey);
  }

  #parse<T>(name: string, what: string, parse: (text: string) => T): T {
    try {
      return parse(this.text(name));
    } catch {
      // The parser's error is omitted, because it could quote a key.
      throw this.#invalid(name, `is not ${what}`);
    }
  }

  #invalid(name: string, problem: string): BootProblem {
    return new BootProblem("CertificatesInvalid", `${this.#path(name)} ${problem}`);
  }

  #path(name: string): string {
    return posix.join(this.#directory, name);
  }
}
