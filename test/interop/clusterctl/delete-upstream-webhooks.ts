import { createClient, requestPath } from "@capstan/runtime";

const upstream = ["cluster-api", "bootstrap-kubeadm", "control-plane-kubeadm"];

/** Those that clusterctl has installed name Services; the Go managers are given the same by address. */
export async function deleteUpstreamWebhooks({ kubeconfig }: { readonly kubeconfig: string }): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test" });
  const selector = `cluster.x-k8s.io/provider in (${upstream.join(", ")})`;
  for (const plural of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
    const collection = requestPath`/apis/admissionregistration.k8s.io/v1/${plural}`;
    await client.request("DELETE", requestPath`${collection}?labelSelector=${selector}`);
  }
  await client.close();
}
