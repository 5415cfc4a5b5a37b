import { posix } from "node:path";
import { type SecretPurpose } from "@capstan/provider";
import { type ClusterConfiguration } from "../api/v1beta2/cluster-configuration.ts";

/** The purpose of a cluster's certificate or key pair: the suffix of its Secret's name. */
export type Purpose = Exclude<SecretPurpose, "kubeconfig">;

/** A key pair that the control plane needs, and its place on the machines. */
export interface CertificateRequirement {
  /** The purpose of the certificate, as in the name of its Secret. */
  readonly purpose: Purpose;
  /** Path of `tls.crt` on the machine. */
  readonly certificateFile: string;
  /** Path of `tls.key` on the machine; unset if the machine does not get the key. */
  readonly keyFile?: string;
  /** Whether only the user can provide it: it is never generated. */
  readonly external: boolean;
  /** Whether the Secret may lack the private key, although the machine has a place for it. Default: false. */
  readonly keyOptional?: boolean;
}

const defaultCertificatesDirectory = "/etc/kubernetes/pki";

/**
 * The certificates of a control-plane machine, in the order in which their files are written.
 *
 * With an external etcd, the user provides its CA and the client key pair; the etcd CA's key stays off the machine. The machine that
 * initializes the control plane can do without the keys of the CAs (kubeadm's external CA mode, in which the user also provides every
 * certificate that they sign). Other control-plane machines cannot, because they sign certificates themselves.
 *
 * @param command - the subcommand that the machine runs. Default: `join`.
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
