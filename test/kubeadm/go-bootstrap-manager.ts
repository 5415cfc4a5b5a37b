import { type Client } from "@capstan/runtime";
import { type RealApiServer, type WebhookEndpoint } from "@capstan/testkit";
import { GoManagerProcess } from "../../packages/testkit/src/go-core/go-manager-process.ts";
import { installWebhooks } from "../../packages/testkit/src/go-core/install-core.ts";
import { clusterApiAssets } from "../../packages/testkit/src/go-core/manifests.ts";

/**
 * Starts the unmodified Go kubeadm bootstrap manager of Cluster API on a real API server, for one namespace, and resolves once it
 * is ready and the API server calls its webhooks. The CRDs must be there.
 *
 * @param flags - of the manager, beside those it needs.
 */
export async function startGoBootstrapManager(
  server: RealApiServer,
  client: Client,
  namespace: string,
  flags: readonly string[] = [],
): Promise<GoManagerProcess> {
  const { process } = await startGoBootstrapManagerAt(server, client, namespace, flags);
  return process;
}

/** The same, with where its webhooks are. */
export async function startGoBootstrapManagerAt(
  server: RealApiServer,
  client: Client,
  namespace: string,
  flags: readonly string[] = [],
): Promise<{ readonly process: GoManagerProcess; readonly endpoint: WebhookEndpoint }> {
  const assets = clusterApiAssets();
  const { process, endpoint } = await GoManagerProcess.start({
    server,
    assets,
    program: "kubeadm-bootstrap-manager",
    kubeconfig: () => server.kubeconfig,
    flags: [`--namespace=${namespace}`, "--feature-gates=KubeadmBootstrapFormatIgnition=true", ...flags],
  });
  await process.orStop(() => installWebhooks(client, assets, endpoint, "bootstrap"));
  return { process, endpoint };
}
