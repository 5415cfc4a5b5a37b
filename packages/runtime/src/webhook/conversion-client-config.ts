import type { CustomResourceDefinition } from "@capstan/contract";

/** The path below which the manager's conversion webhook answers. */
export const conversionPath = "/convert";

/** Where the API server reaches the conversion webhook: by Service, or by URL. */
export type ConversionClientConfig =
  | {
      readonly service: {
        readonly namespace: string;
        readonly name: string;
        readonly path: string;
        /** Default: 443. */
        readonly port?: number;
      };
      /** Certificates, PEM, in base64. Left out where cert-manager injects them. */
      readonly caBundle?: string;
    }
  | {
      /** `https://host:port/convert`. */
      readonly url: string;
      /** Certificates, PEM, in base64. */
      readonly caBundle: string;
    };

/** In CRDs until it is known where the webhook is; the same words as in the manifests of kubebuilder. */
export const placeholderClientConfig = {
  service: { namespace: "system", name: "webhook-service", path: conversionPath },
} as const satisfies ConversionClientConfig;

/** The CRD with its objects converted by the webhook there. */
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
