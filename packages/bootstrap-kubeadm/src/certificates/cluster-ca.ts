import { objectKeyText } from "@capstan/kube";
import { clusterSecretName } from "@capstan/provider";
import { caCertHashes } from "./ca-hash.ts";
import { CertificateError } from "./certificate-error.ts";
import { type ClusterCertificatesLocation, readKeyPair } from "./cluster-certificates.ts";

/** The identity of the cluster for a joining machine. */
export interface ClusterCA {
  /** PEM; may contain several certificates during a CA rotation. */
  readonly certificate: string;
  /** One hash per certificate. */
  readonly hashes: readonly string[];
}

/**
 * Reads the certificate of the cluster CA.
 *
 * @throws {@link CertificateError} it is missing or is not a certificate; its owner must repair it.
 */
export async function readClusterCA(location: ClusterCertificatesLocation, signal: AbortSignal): Promise<ClusterCA> {
  const name = objectKeyText({
    namespace: location.namespace,
    name: clusterSecretName(location.clusterName, "ca"),
  });
  const keyPair = await readKeyPair(location, "ca", signal);
  if (keyPair === undefined) {
    throw new CertificateError(`Secret ${name} is missing; create it with the cluster CA's certificate as tls.crt`);
  }
  try {
    return { certificate: keyPair.certificate, hashes: caCertHashes(keyPair.certificate) };
  } catch (cause) {
    throw new CertificateError(`Secret ${name}: tls.crt is not a PEM certificate; replace it`, { cause });
  }
}
