import type { CustomResourceDefinition } from "@capstan/contract";

/** The path of the manager's conversion webhook. */
export const conversionPath = "/convert";

/** The address of the conversion webhook for the API server: a Service or a URL. */
export type ConversionClientConfig =
  | {
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly path: string;
        /** Default: 443. */
        readonly port?: number;
      };
      /** CA certificates, PEM, in base64. Omitted if cert-manager injects them. */
      readonly caBundle?: string;
    }
  | {
      /** `https://host:port/convert`. */
      readonly url: string;
      /** CA certificates, PEM, in base64. */
      readonly caBundle: string;
    };

/** Stands in CRDs until the address of the webhook is known; the same values as in kubebuilder's manifests. */
export const placeholderClientConfig = {
  service: { namespace: "system", name: "webhook-service", path: conversionPath },
} as const satisfies ConversionClientConfig;

/** The CRD with this conversion webhook. */
export function withConversionWebhook(
  crd: CustomResourceDefinition,
  clientConfig: ConversionClientConfig,
): CustomResourceDefinition {
  const conversion = {
    strategy: "Webhook" as const,
    webhook: { clientConfig: { ...clientConfig }, conversionReviewVersions: ["v1"] },
  };
  return { ...crd, spec: { ...crd.spec, conversion } };
}
