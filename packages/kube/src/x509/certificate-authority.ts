import { type KeyObject } from "node:crypto";
import { type CertificatePurpose, type EncodedName, type Subject } from "./certificate.ts";
import { generateKeys, type KeyAlgorithm, privateKeyPem, type PrivateKeyForm } from "./key-pair.ts";
import { readPrivateKey, readPublicKey } from "./read-pem.ts";

/** A certificate and its private key, both PEM. */
export interface CertificateAndKey {
  /** PEM. */
  readonly certificate: string;
  /** PEM. A secret. */
  readonly privateKey: string;
}

/** How long certificates are valid. */
export interface LifetimeOptions {
  /** Default: ten years. */
  readonly lifetimeMs?: number;
  /** How long before now it begins, for machines whose clocks are behind. Default: an hour. */
  readonly skewMs?: number;
}

/** How a new authority is made. */
export interface AuthorityOptions extends LifetimeOptions {
  /** Kind of its key. Default: `ECDSA-P256`. */
  readonly algorithm?: KeyAlgorithm;
  /** How its private key is encoded. Default: `pkcs8`. */
  readonly keyForm?: PrivateKeyForm;
  /** Authorities that may be below it. Default: any number. */
  readonly pathLength?: number;
}

/** Returns the time, in milliseconds since the epoch. TLS checks certificates by real time only, so `Date` fits there. */
export interface Now {
  /** In milliseconds since the epoch. */
  now(): number;
}

/** What makes certificates: who reads them only, as most do, does not load the X.509 library, which takes its time and 16 MiB. */
const loadMaking = () => import("./certificate.ts");

const hourMs = 3_600_000;
const tenYearsMs = 10 * 365 * 24 * hourMs;

/**
 * A certificate authority: makes certificates for servers and clients.
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
  /** Of the authority itself, PEM. */
  readonly certificate: string;
  /** Of the authority itself, PEM. A secret. */
  readonly privateKey: string;
  readonly #key: KeyObject;
  readonly #clock: Now;
  /** To read it takes about as long as to sign. */
  #name: EncodedName | undefined;

  private constructor(pair: CertificateAndKey, key: KeyObject, clock: Now, name?: EncodedName) {
    this.certificate = pair.certificate;
    this.privateKey = pair.privateKey;
    this.#key = key;
    this.#clock = clock;
    this.#name = name;
  }

  /** A new authority with a new key. */
  static async create(commonName: string, clock: Now, options: AuthorityOptions = {}): Promise<CertificateAuthority> {
    const { privateKey } = await generateKeys(options.algorithm ?? "ECDSA-P256");
    const pem = privateKeyPem(privateKey, options.keyForm ?? "pkcs8");
    return CertificateAuthority.selfSign(commonName, pem, clock, options);
  }

  /**
   * A new authority with an existing key, PEM as in {@link readPrivateKey}.
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
   * An authority from its certificate and key. The key may be RSA or EC, in any form that {@link readPrivateKey} reads.
   *
   * @throws MalformedTextError the key cannot be read. No text of it is in the error.
   */
  static load(pair: CertificateAndKey, clock: Now): CertificateAuthority {
    return new CertificateAuthority(pair, readPrivateKey(pair.privateKey), clock);
  }

  /** A certificate for a server that is reached under `hosts` (names or IP addresses). */
  issueServing(
    commonName: string,
    hosts: readonly string[],
    options: LifetimeOptions = {},
  ): Promise<CertificateAndKey> {
    return this.#issue({ commonName }, { kind: "server", hosts }, options);
  }

  /** A certificate that makes its bearer `user`, member of `groups`. */
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
