import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type Services } from "../webhook/services.ts";
import { type WebhookClient, webhookClientOf } from "../webhook/webhook-client.ts";

/** Where objects of a custom resource are converted: `spec.conversion.webhook` of its definition. */
export interface ConversionWebhook extends WebhookClient {
  /** The form of the review that it understands. */
  readonly reviewVersion: "v1" | "v1beta1";
  /** Where it is called if it is behind a Service. */
  readonly services?: Services;
}

/** The webhook of a definition that has been validated; undefined if it has no webhook. */
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
