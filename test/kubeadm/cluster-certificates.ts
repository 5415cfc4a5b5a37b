import { generateCertificateAuthority, generateServiceAccountKeyPair, type KeyPair } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./cases/differential-case.ts";

/** Key pairs that the Clusters of all cases share, so that both providers have the same. */
export interface ClusterCertificates {
  readonly authority: KeyPair;
  readonly serviceAccount: KeyPair;
}

export async function makeClusterCertificates(): Promise<ClusterCertificates> {
  const authority = await generateCertificateAuthority({ now: Date.parse("2026-11-21T12:00:00Z") });
  return { authority, serviceAccount: await generateServiceAccountKeyPair("RSA-2048") };
}

type SecretData = Record<string, string>;

/** The certificate Secrets of a case's Cluster. */
export function certificateSecrets(
  one: DifferentialCase,
  { authority, serviceAccount }: ClusterCertificates,
): Record<string, SecretData> {
  const pair = ({ certificate, privateKey }: KeyPair) => ({ "tls.crt": certificate, "tls.key": privateKey });
  const external = one.spec?.clusterConfiguration?.etcd?.external !== undefined;
  // Of an external etcd nobody should give away the key of its CA.
  const etcd: Record<string, SecretData> = external
    ? {
        [`${one.name}-etcd`]: { "tls.crt": authority.certificate },
        [`${one.name}-apiserver-etcd-client`]: pair(authority),
      }
    : {};
  if (one.certificates === "none") return etcd;
  const some = { ...etcd, [`${one.name}-ca`]: pair(authority) };
  if (one.certificates === "some") return some;
  return {
    [`${one.name}-etcd`]: pair(authority),
    ...some,
    [`${one.name}-proxy`]: pair(authority),
    [`${one.name}-sa`]: pair(serviceAccount),
  };
}
