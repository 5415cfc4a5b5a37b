import { generateCertificateAuthority, generateServiceAccountKeyPair, type KeyPair } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "../cases/differential-case.ts";

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

/** The contents of the Secrets of a Cluster's certificates, by name suffix. */
export function certificatePairs({ authority, serviceAccount }: ClusterCertificates) {
  const pair = ({ certificate, privateKey }: KeyPair): SecretData => ({
    "tls.crt": certificate,
    "tls.key": privateKey,
  });
  return { ca: pair(authority), etcd: pair(authority), proxy: pair(authority), sa: pair(serviceAccount) };
}

/** The certificate Secrets of a case's Cluster. */
export function certificateSecrets(
  one: DifferentialCase,
  certificates: ClusterCertificates,
): Record<string, SecretData> {
  const { ca, etcd: etcdCA, proxy, sa } = certificatePairs(certificates);
  const external = one.spec?.clusterConfiguration?.etcd?.external !== undefined;
  // Users should not share the CA key of an external etcd.
  const etcd: Record<string, SecretData> = external
    ? {
        [`${one.name}-etcd`]: { "tls.crt": certificates.authority.certificate },
        [`${one.name}-apiserver-etcd-client`]: ca,
      }
    : {};
  if (one.certificates === "none") return etcd;
  const some = { ...etcd, [`${one.name}-ca`]: ca };
  if (one.certificates === "some") return some;
  const withoutKey = (secret: SecretData): SecretData => ({ "tls.crt": secret["tls.crt"] ?? "" });
  if (one.certificates === "without-keys") return { ...etcd, [`${one.name}-ca`]: withoutKey(ca) };
  return {
    [`${one.name}-etcd`]: etcdCA,
    ...some,
    [`${one.name}-proxy`]: proxy,
    [`${one.name}-sa`]: sa,
  };
}
