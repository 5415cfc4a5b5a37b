import { renderKubeconfig } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type Client, createClient } from "@capstan/provider";
import type { ClusterCertificates } from "./certificates.ts";

/** A client of a workload cluster, created from the cluster's CA Secret as in the management cluster. */
export async function workloadClient(
  endpoint: { host: string; port: number },
  certificates: ClusterCertificates,
): Promise<Client> {
  const authority = CertificateAuthority.load(certificates.ca, Date);
  const credentials = await authority.issueClient("kubernetes-admin", ["system:masters"]);
  const kubeconfig = renderKubeconfig({
    name: "c1",
    server: `https://${endpoint.host}:${endpoint.port}`,
    certificateAuthority: certificates.ca.certificate,
    user: "kubernetes-admin",
    credentials,
  });
  return createClient({ kubeconfig, userAgent: "test" });
}
