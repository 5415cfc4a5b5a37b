import { createClient } from "@capstan/runtime";

const upstream = ["cluster-api", "bootstrap-kubeadm", "control-plane-kubeadm"];

/** Those that clusterctl has installed name Services; the Go managers are given the same by address. */
export async function deleteUpstreamWebhooks({ kubeconfig }: { readonly kubeconfig: string }): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "test" });
  const selector = `labelSelector=${encodeURIComponent(`cluster.x-k8s.io/provider in (${upstream.join(", ")})`)}`;
  for (const kind of ["mutating", "validating"]) {
    const collection = `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`;
    await client.request("DELETE", `${collection}?${selector}`);
  }
  await client.close();
}
