import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { convertersOf } from "@capstan/provider";
import { type Client, installCRDs, WebhookServer } from "@capstan/runtime";
import { installWebhooks, upstreamCRDs, type WebhookEndpoint } from "@capstan/testkit";

/**
 * Makes Capstan's bootstrap provider convert and admit KubeadmConfigs and their Templates in place of the Go one: with upstream's CRDs and
 * webhook configurations, and their paths.
 */
export async function serveUpstreamWebhooks(client: Client): Promise<WebhookServer> {
  const server = await WebhookServer.start({
    converters: convertersOf(KubeadmConfig),
    admission: KubeadmConfig.admissionWebhooks,
  });
  const { caBundle } = server.clientConfig;
  const endpoint: WebhookEndpoint = {
    url: `https://127.0.0.1:${server.port}`,
    certificateAuthority: Buffer.from(caBundle ?? "", "base64").toString(),
  };
  try {
    await installCRDs(client, upstreamCRDs("bootstrap", { endpoint }), { timeoutMs: 120_000 });
    await installWebhooks(client, "bootstrap", endpoint);
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}
