import { renderKubeconfig } from "../kubeconfig/write-kubeconfig.ts";
import { hostPort } from "../names/host-port.ts";
import { type CertificateAndKey, CertificateAuthority } from "./certificate-authority.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;
/** The clock of a new machine may be behind, so the certificate is valid from this much earlier. */
const clockSkewMs = 5 * 60 * 1000;

/** The input for the administrator's kubeconfig of a workload cluster. */
export interface AdminKubeconfigOptions {
  /** The name of the cluster, in the kubeconfig. */
  readonly clusterName: string;
  /** The address of the cluster's API server. */
  readonly endpoint: { readonly host: string; readonly port: number };
  /** The CA that the workload cluster's API server trusts, from the Secret `<cluster>-ca`. */
  readonly authority: CertificateAndKey;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Generates the administrator's kubeconfig as YAML, with a certificate for `kubernetes-admin` in the group `system:masters`, valid for a
 * year.
 *
 * @throws MalformedTextError the authority's certificate or key cannot be read; the message contains neither.
 */
export async function adminKubeconfig({
  clusterName,
  endpoint,
  authority,
  now,
}: AdminKubeconfigOptions): Promise<string> {
  const signer = CertificateAuthority.load(authority, { now: () => now });
  const lifetime = { lifetimeMs: yearMs, skewMs: clockSkewMs };
  return renderKubeconfig({
    name: clusterName,
    server: `https://${hostPort(endpoint)}`,
    certificateAuthority: authority.certificate,
    user: `${clusterName}-admin`,
    credentials: await signer.issueClient("kubernetes-admin", ["system:masters"], lifetime),
  });
}
