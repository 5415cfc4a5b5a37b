import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type Services } from "../webhook/services.ts";
import { type WebhookClient, webhookClientOf } from "../webhook/webhook-client.ts";

/** The conversion webhook of a custom resource: `spec.conversion.webhook` of its CRD. */
export interface ConversionWebhook extends WebhookClient {
  /** The review version that it supports. */
  readonly reviewVersion: "v1" | "v1beta1";
  /** The addresses of Services. */
  readonly services?: Services;
}

/** The webhook of a validated CRD; undefined if it has none. */
export function conversionWebhookOf(spec: JsonObject, services?: Services): ConversionWebhook | undefined {
  if (textAt(spec, "conversion", "strategy") !== "Webhook") return undefined;
  const webhook = objectAt(spec, "conversion", "webhook") ?? {};
  const versions: unknown[] = Array.isArray(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : [];
  return {
    ...webhookClientOf(objectAt(webhook, "clientConfig") ?? {}),
    ...(services === undefined ? {} : { services }),
    reviewVersion: versions.find((version) => version === "v1" || version === "v1beta1") ?? "v1",
  };
}
