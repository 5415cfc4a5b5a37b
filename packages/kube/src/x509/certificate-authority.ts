import { type KeyObject } from "node:crypto";
import { type CertificatePurpose, type EncodedName, type Subject } from "./certificate.ts";
import { generateKeys, type KeyAlgorithm, privateKeyPem, type PrivateKeyForm } from "./key-pair.ts";
import { readPrivateKey, readPublicKey } from "./read-pem.ts";

/** A certificate and its private key, both in PEM. */
export interface CertificateAndKey {
  /** The certificate, in PEM. */
  readonly certificate: string;
  /** The private key, in PEM. Secret. */
  readonly privateKey: string;
}

/** The validity of certificates. */
export interface LifetimeOptions {
  /** How long a certificate is valid. Default: ten years. */
  readonly lifetimeMs?: number;
  /** How long before now the validity begins, for machines whose clocks are behind. Default: an hour. */
  readonly skewMs?: number;
}

/** Options of a new certificate authority. */
export interface AuthorityOptions extends LifetimeOptions {
  /** The algorithm of its key. Default: `ECDSA-P256`. */
  readonly algorithm?: KeyAlgorithm;
  /** The encoding of its private key. Default: `pkcs8`. */
  readonly keyForm?: PrivateKeyForm;
  /** How many intermediate authorities may follow below it. Default: any number. */
  readonly pathLength?: number;
}

/** A source of the current time. TLS checks certificates by real time only, so `Date` is a valid source. */
export interface Now {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}

/**
 * Loads the code that creates certificates on first use, because most processes only read certificates, and the X.509 library takes time
 * and 16 MiB.
 */
const loadMaking = () => import("./certificate.ts");

const hourMs = 3_600_000;
const tenYearsMs = 10 * 365 * 24 * hourMs;

/**
 * A certificate authority that issues certificates for servers and clients.
 *
 * @example
 * ```ts
 * import { CertificateAuthority } from "@capstan/kube/x509";
 *
 * const authority = await CertificateAuthority.create("hello-ca", Date);
 * const { certificate } = await authority.issueServing("hello", ["127.0.0.1"]);
 * console.log(certificate.startsWith("-----BEGIN CERTIFICATE-----")); // true
 * ```
 */
export class CertificateAuthority implements CertificateAndKey {
  /** The certificate of the authority itself, in PEM. */
  readonly certificate: string;
  /** The private key of the authority itself, in PEM. Secret. */
  readonly privateKey: string;
  readonly #key: KeyObject;
  readonly #clock: Now;
  /** Cached, because reading the name takes about as long as signing. */
  #name: EncodedName | undefined;

  private constructor(pair: CertificateAndKey, key: KeyObject, clock: Now, name?: EncodedName) {
    this.certificate = pair.certificate;
    this.privateKey = pair.privateKey;
    this.#key = key;
    this.#clock = clock;
    this.#name = name;
  }

  /** Creates an authority with a new key. */
  static async create(commonName: string, clock: Now, options: AuthorityOptions = {}): Promise<CertificateAuthority> {
    const { privateKey } = await generateKeys(options.algorithm ?? "ECDSA-P256");
    const pem = privateKeyPem(privateKey, options.keyForm ?? "pkcs8");
    return CertificateAuthority.selfSign(commonName, pem, clock, options);
  }

  /**
   * Creates an authority with an existing key, in a PEM form that {@link readPrivateKey} reads.
   *
   * @throws MalformedTextError the key cannot be read.
   * @throws ArgumentError the key is neither RSA nor EC.
   */
  static async selfSign(
    commonName: string,
    privateKey: string,
    clock: Now,
    options: Omit<AuthorityOptions, "algorithm" | "keyForm"> = {},
  ): Promise<CertificateAuthority> {
    const key = readPrivateKey(privateKey);
    const { pathLength } = options;
    const { makeCertificate, nameOf } = await loadMaking();
    const name = nameOf({ commonName });
    const certificate = await makeCertificate(name, readPublicKey(key), {
      purpose: { kind: "authority", ...(pathLength === undefined ? {} : { pathLength }) },
      validity: validityOf(clock, options),
      issuer: { privateKey: key },
    });
    return new CertificateAuthority({ certificate, privateKey }, key, clock, name);
  }

  /**
   * Loads an authority from its certificate and key. The key may be RSA or EC, in any form that {@link readPrivateKey} reads.
   *
   * @throws MalformedTextError the key cannot be read. The error does not quote it.
   */
  static load(pair: CertificateAndKey, clock: Now): CertificateAuthority {
    return new CertificateAuthority(pair, readPrivateKey(pair.privateKey), clock);
  }

  /** Issues a certificate for a server with the names or IP addresses `hosts`. */
  issueServing(
    commonName: string,
    hosts: readonly string[],
    options: LifetimeOptions = {},
  ): Promise<CertificateAndKey> {
    return this.#issue({ commonName }, { kind: "server", hosts }, options);
  }

  /** Issues a client certificate that authenticates `user` as a member of `groups`. */
  issueClient(user: string, groups: readonly string[] = [], options: LifetimeOptions = {}): Promise<CertificateAndKey> {
    return this.#issue({ commonName: user, organizations: groups }, { kind: "client" }, options);
  }

  async #issue(subject: Subject, purpose: CertificatePurpose, options: LifetimeOptions): Promise<CertificateAndKey> {
    const { makeCertificate, nameOf, nameOfAuthority } = await loadMaking();
    const keys = await generateKeys("ECDSA-P256");
    this.#name ??= nameOfAuthority(this.certificate);
    const certificate = await makeCertificate(nameOf(subject), keys.publicKey, {
      purpose,
      validity: validityOf(this.#clock, options),
      issuer: { name: this.#name, privateKey: this.#key },
    });
    return { certificate, privateKey: privateKeyPem(keys.privateKey, "pkcs8") };
  }
}

function validityOf(clock: Now, { lifetimeMs = tenYearsMs, skewMs = hourMs }: LifetimeOptions) {
  const nowMs = clock.now();
  return { notBeforeMs: nowMs - skewMs, notAfterMs: nowMs + lifetimeMs };
}
