import { CertificateAuthority, renderKubeconfig } from "@capstan/apiserver";
import { type Client, createClient } from "@capstan/provider";
import type { ClusterCertificates } from "./certificates.ts";

/** A client of a workload cluster, as the management cluster makes it out of the cluster's CA Secret. */
export async function workloadClient(
  endpoint: { host: string; port: number },
  certificates: ClusterCertificates,
): Promise<Client> {
  const authority = await CertificateAuthority.load(certificates.ca);
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
