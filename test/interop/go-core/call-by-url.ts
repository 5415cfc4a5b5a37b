import type { KubernetesObject } from "@capstan/contract";
import { type Client, CustomResourceDefinition, defineKind } from "@capstan/runtime";

interface ClientConfig {
  readonly service?: { readonly path?: string };
}
interface Configuration extends KubernetesObject {
  readonly webhooks: readonly { readonly name: string; readonly clientConfig: ClientConfig }[];
}

const group = "admissionregistration.k8s.io";
const configurations = ["Mutating", "Validating"].map((name) =>
  defineKind<Configuration>({
    group,
    version: "v1",
    kind: `${name}WebhookConfiguration`,
    plural: `${name.toLowerCase()}webhookconfigurations`,
    namespaced: false,
  }),
);

/**
 * Replaces cert-manager and the network for the webhooks of a provider: sets an address and the CA in place of its Service.
 * @param label - of the provider.
 */
export async function callByURL(client: Client, label: string, url: string, authority: string): Promise<void> {
  const caBundle = Buffer.from(authority).toString("base64");
  const addressOf = ({ service }: ClientConfig) => ({ url: `${url}${service?.path ?? ""}`, caBundle });
  const labelSelector = `cluster.x-k8s.io/provider=${label}`;
  for (const kind of configurations) {
    for (const { metadata, webhooks } of (await client.list(kind, { labelSelector })).items) {
      const body = {
        webhooks: webhooks.map((webhook) => ({ ...webhook, clientConfig: addressOf(webhook.clientConfig) })),
      };
      await client.patch(kind, { name: metadata.name }, { type: "merge", body });
    }
  }
  for (const { metadata, spec } of (await client.list(CustomResourceDefinition, { labelSelector })).items) {
    const { clientConfig: config } = (spec.conversion?.webhook ?? {}) as { readonly clientConfig?: ClientConfig };
    if (config === undefined) continue;
    const body = { spec: { conversion: { webhook: { clientConfig: { service: null, ...addressOf(config) } } } } };
    await client.patch(CustomResourceDefinition, { name: metadata.name }, { type: "merge", body });
  }
}
