import { createClient } from "@capstan/runtime";

/** Those that clusterctl has installed name Services; the Go core is given the same by address. */
export async function deleteWebhooksOfCore({ kubeconfig }: { readonly kubeconfig: string }): Promise<void> {
  const client = createClient({ kubeconfig, userAgent: "road" });
  const selector = "labelSelector=cluster.x-k8s.io%2Fprovider%3Dcluster-api";
  for (const kind of ["mutating", "validating"]) {
    const collection = `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`;
    await client.request("DELETE", `${collection}?${selector}`);
  }
  await client.close();
}
