import {
  type Cache,
  type Client,
  type OwnerReference,
  Secret,
  clusterSecretName,
  isAlreadyExists,
  isNotFound,
  labels,
  secretType,
} from "@capstan/provider";
import { type EncryptionAlgorithm } from "../api/v1beta2/cluster-configuration.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { generateCertificateAuthority } from "./certificate-authority.ts";
import { CertificateError } from "./certificate-error.ts";
import { type KeyPair, generateServiceAccountKeyPair } from "./key-pair.ts";
import { type CertificateRequirement, type Purpose } from "./purpose.ts";

/** Where a cluster's certificates are stored. */
export interface ClusterCertificatesLocation {
  readonly client: Client;
  readonly namespace: string;
  readonly clusterName: string;
  /** The cache of the Secrets with the cluster's label. Secrets that it lacks are read from the server. Default: none. */
  readonly cache?: Cache;
}

/** A certificate requirement with the content of its Secret. */
export interface Certificate extends CertificateRequirement, KeyPair {}

/** How certificates are generated, and who owns their Secrets. */
export interface GenerationOptions {
  readonly owner: OwnerReference;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly validityDays?: number | undefined;
  readonly algorithm?: EncryptionAlgorithm | undefined;
}

/**
 * Reads one key pair of a cluster.
 *
 * @returns undefined if the Secret does not exist.
 * @throws {@link CertificateError} the Secret contains no certificate; its owner must repair it.
 */
export async function readKeyPair(
  { client, namespace, clusterName, cache }: ClusterCertificatesLocation,
  purpose: Purpose,
  signal: AbortSignal,
): Promise<KeyPair | undefined> {
  const name = clusterSecretName(clusterName, purpose);
  try {
    const cached = cache?.informer(Secret, { labelSelector: labels.clusterName }).get({ namespace, name });
    const { data } = cached ?? (await client.get(Secret, { namespace, name }, { signal }));
    const certificate = decodeBase64(data?.["tls.crt"]);
    if (certificate === "") {
      throw new CertificateError(`Secret ${namespace}/${name} has no tls.crt; add the PEM certificate under that key`);
    }
    return { certificate, privateKey: decodeBase64(data?.["tls.key"]) };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Reads all certificates that a control-plane machine needs.
 *
 * @throws {@link CertificateError} one is missing, or lacks its private key where the machine needs it.
 */
export async function lookUpCertificates(
  location: ClusterCertificatesLocation,
  requirements: readonly CertificateRequirement[],
  signal: AbortSignal,
): Promise<Certificate[]> {
  const found = await Promise.all(requirements.map((requirement) => lookUp(location, requirement, signal)));
  return found.map(({ requirement, keyPair }) => {
    if (keyPair === undefined) throw missing(location, requirement);
    return { ...requirement, ...keyPair };
  });
}

/**
 * Reads the certificates that a control-plane machine needs, and creates the missing ones. Existing certificates, including the user's,
 * never change. Safe to repeat: it finds the certificates of an interrupted attempt.
 *
 * @throws {@link CertificateError} a certificate that only the user can provide is missing, or an existing Secret is incomplete.
 */
export async function lookUpOrGenerateCertificates(
  location: ClusterCertificatesLocation,
  requirements: readonly CertificateRequirement[],
  options: GenerationOptions,
  signal: AbortSignal,
): Promise<Certificate[]> {
  const found = await Promise.all(requirements.map((requirement) => lookUp(location, requirement, signal)));
  // Checked before anything is created, so that a missing Secret of the user leaves no incomplete set behind.
  const absent = found.find(({ requirement, keyPair }) => keyPair === undefined && requirement.external);
  if (absent !== undefined) throw missing(location, absent.requirement);
  return await Promise.all(
    found.map(async ({ requirement, keyPair }) => ({
      ...requirement,
      ...(keyPair ?? (await generateAndStore(location, requirement, options, signal))),
    })),
  );
}

async function lookUp(
  location: ClusterCertificatesLocation,
  requirement: CertificateRequirement,
  signal: AbortSignal,
): Promise<{ requirement: CertificateRequirement; keyPair: KeyPair | undefined }> {
  const keyPair = await readKeyPair(location, requirement.purpose, signal);
  if (keyPair?.privateKey === "" && requirement.keyFile !== undefined && requirement.keyOptional !== true) {
    const name = clusterSecretName(location.clusterName, requirement.purpose);
    throw new CertificateError(
      `Secret ${location.namespace}/${name} has no tls.key, which control-plane machines need; add the PEM private key`,
    );
  }
  return { requirement, keyPair };
}

async function generateAndStore(
  location: ClusterCertificatesLocation,
  requirement: CertificateRequirement,
  options: GenerationOptions,
  signal: AbortSignal,
): Promise<KeyPair> {
  const keyPair = await generate(requirement.purpose, options);
  const { client, namespace, clusterName } = location;
  try {
    await client.create(
      Secret,
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: {
          namespace,
          name: clusterSecretName(clusterName, requirement.purpose),
          labels: { [labels.clusterName]: clusterName },
          ownerReferences: [options.owner],
        },
        type: secretType,
        data: { "tls.crt": encodeBase64(keyPair.certificate), "tls.key": encodeBase64(keyPair.privateKey) },
      },
      { signal },
    );
    return keyPair;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // Another writer has created it in the meantime, and other machines will get that certificate.
    const { keyPair: theirs } = await lookUp(location, requirement, signal);
    if (theirs === undefined) throw error;
    return theirs;
  }
}

async function generate(purpose: Purpose, { now, validityDays, algorithm }: GenerationOptions): Promise<KeyPair> {
  if (purpose === "sa") return await generateServiceAccountKeyPair(algorithm ?? "RSA-2048");
  return await generateCertificateAuthority({
    now,
    ...(validityDays === undefined ? {} : { validityDays }),
    ...(algorithm === undefined ? {} : { algorithm }),
  });
}

function missing(location: ClusterCertificatesLocation, requirement: CertificateRequirement): CertificateError {
  const name = clusterSecretName(location.clusterName, requirement.purpose);
  return new CertificateError(
    requirement.external
      ? `Secret ${location.namespace}/${name} is missing; create it with the certificate for the external etcd`
      : `Secret ${location.namespace}/${name} is missing; the provider creates it when the control plane is initialized`,
    { isGenerated: !requirement.external },
  );
}
