import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";
import { conversionPath, defineKind, withConversionWebhook } from "@capstan/runtime";

/** The address of the webhooks of a manager that runs outside the cluster. */
export interface WebhookEndpoint {
  /** `https://127.0.0.1:9443` */
  readonly url: string;
  /** The CA certificate, PEM. */
  readonly certificateAuthority: string;
}

/** An object of a components file; its fields beyond the metadata depend on its kind. */
export type Manifest = KubernetesObject & Readonly<Record<string, unknown>>;

interface Webhook {
  readonly clientConfig: { readonly service?: { readonly path?: string }; readonly url?: string };
}

/** The kinds that register admission webhooks with an API server. */
export const webhookKinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"].map((kind) =>
  defineKind<KubernetesObject>({
    group: "admissionregistration.k8s.io",
    version: "v1",
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: false,
  }),
);

/** A Mutating- or ValidatingWebhookConfiguration that calls its webhooks by URL instead of through a Service. */
export function calledByURL(configuration: Manifest, endpoint: WebhookEndpoint): Manifest {
  const webhooks = (configuration.webhooks as readonly Webhook[] | undefined)?.map((webhook) => ({
    ...webhook,
    clientConfig: clientConfig(endpoint, pathOf(webhook)),
  }));
  return { ...configuration, webhooks };
}

/** A CRD whose objects the webhook at the endpoint converts. */
export function convertedByURL(crd: CustomResourceDefinition, endpoint: WebhookEndpoint): CustomResourceDefinition {
  return withConversionWebhook(crd, clientConfig(endpoint, conversionPath));
}

function pathOf({ clientConfig: { service, url } }: Webhook): string {
  return service?.path ?? (url === undefined ? "/" : new URL(url).pathname);
}

function clientConfig(endpoint: WebhookEndpoint, path: string): { url: string; caBundle: string } {
  return {
    url: `${endpoint.url}${path}`,
    caBundle: Buffer.from(endpoint.certificateAuthority).toString("base64"),
  };
}
