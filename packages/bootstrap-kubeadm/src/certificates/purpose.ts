import { posix } from "node:path";
import { type SecretPurpose } from "@capstan/provider";
import { type ClusterConfiguration } from "../api/v1beta2/cluster-configuration.ts";

/** What a certificate or key pair of a cluster is for; the suffix of its Secret's name. */
export type Purpose = Exclude<SecretPurpose, "kubeconfig">;

/** A key pair the control plane needs, and where on its machines it goes. */
export interface CertificateRequirement {
  /** What the certificate is for, as it is in the name of its Secret. */
  readonly purpose: Purpose;
  /** Path of `tls.crt` on the machine. */
  readonly certificateFile: string;
  /** Path of `tls.key` on the machine; absent if the key does not belong there. */
  readonly keyFile?: string;
  /** True if only the user can bring it: it is never generated. */
  readonly external: boolean;
  /** Whether the Secret may lack the private key, although the machine has a place for it. Default: it may not. */
  readonly keyOptional?: boolean;
}

const defaultCertificatesDirectory = "/etc/kubernetes/pki";

/**
 * The certificates of a control-plane machine, in the order their files are written.
 *
 * With an external etcd its CA and the client key pair are the user's; the etcd CA's key stays off the machine. The
 * machine that initializes the control plane can do without the keys of the CAs (kubeadm's external CA mode: the user
 * brings all that is signed by them, too); a further one cannot, as it has to sign for itself.
 *
 * @param command - what the machine runs. Default: `join`.
 *
 * @example
 * ```ts
 * import { controlPlaneCertificates } from "@capstan/bootstrap-kubeadm";
 *
 * console.log(controlPlaneCertificates(undefined).map(({ purpose }) => purpose)); // ca, etcd, proxy and sa
 * ```
 */
export function controlPlaneCertificates(
  cluster: ClusterConfiguration | undefined,
  command: "init" | "join" = "join",
): CertificateRequirement[] {
  const directory = cluster?.certificatesDir ?? defaultCertificatesDirectory;
  const external = cluster?.etcd?.external;
  const own = (purpose: Purpose, certificate: string, key: string): CertificateRequirement => ({
    purpose,
    certificateFile: posix.join(directory, certificate),
    keyFile: posix.join(directory, key),
    external: false,
  });
  const authority = (purpose: Purpose, certificate: string, key: string): CertificateRequirement => ({
    ...own(purpose, certificate, key),
    ...(command === "init" ? { keyOptional: true } : {}),
  });
  return [
    authority("ca", "ca.crt", "ca.key"),
    external === undefined
      ? authority("etcd", "etcd/ca.crt", "etcd/ca.key")
      : { purpose: "etcd", certificateFile: external.caFile, external: true },
    authority("proxy", "front-proxy-ca.crt", "front-proxy-ca.key"),
    own("sa", "sa.pub", "sa.key"),
    ...(external === undefined
      ? []
      : [
          {
            purpose: "apiserver-etcd-client" as const,
            certificateFile: external.certFile,
            keyFile: external.keyFile,
            external: true,
          },
        ]),
  ];
}
