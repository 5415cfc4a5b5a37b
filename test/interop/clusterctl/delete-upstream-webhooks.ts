import { createClient, requestPath } from "@capstan/runtime";

const upstream = ["cluster-api", "bootstrap-kubeadm", "control-plane-kubeadm"];

/** The webhooks that clusterctl has installed refer to Services; the Go managers get the same webhooks by address. */
export async function deleteUpstreamWebhooks({ kubeconfig }: { readonly kubeconfig: string }): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test" });
  const selector = `cluster.x-k8s.io/provider in (${upstream.join(", ")})`;
  for (const plural of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
    const collection = requestPath`/apis/admissionregistration.k8s.io/v1/${plural}`;
    await client.request("DELETE", requestPath`${collection}?labelSelector=${selector}`);
  }
  await client.close();
}
