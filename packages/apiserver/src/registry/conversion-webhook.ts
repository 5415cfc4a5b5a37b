import { isJsonObject, type JsonObject, objectAt, textAt } from "@capstan/kube";

/** Where objects of a custom resource are converted: `spec.conversion.webhook` of its definition. */
export interface ConversionWebhook {
  /** Of a webhook behind a Service, the name that the Service would have in a cluster. */
  readonly url: string;
  /** There are no Services here: a definition that names one gets an error that says so. */
  readonly service?: string;
  /** PEM. */
  readonly authorities?: string;
  /** The form of the review that it understands. */
  readonly reviewVersion: "v1" | "v1beta1";
}

/** The webhook of a definition that has been validated; undefined if it has no webhook. */
export function conversionWebhookOf(spec: JsonObject): ConversionWebhook | undefined {
  if (textAt(spec, "conversion", "strategy") !== "Webhook") return undefined;
  const webhook = objectAt(spec, "conversion", "webhook") ?? {};
  const client = objectAt(webhook, "clientConfig") ?? {};
  const versions: unknown[] = Array.isArray(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : [];
  const bundle = Buffer.from(textAt(client, "caBundle") ?? "", "base64")
    .toString("utf8")
    .trim();
  const service = isJsonObject(client.service) ? textAt(client.service, "name") : undefined;
  return {
    url: isJsonObject(client.service) ? serviceUrl(client.service) : (textAt(client, "url") ?? ""),
    ...(service === undefined ? {} : { service }),
    ...(bundle === "" ? {} : { authorities: bundle }),
    reviewVersion: versions.find((version) => version === "v1" || version === "v1beta1") ?? "v1",
  };
}

function serviceUrl(service: JsonObject): string {
  const port = typeof service.port === "number" ? service.port : 443;
  const host = `${textAt(service, "name") ?? ""}.${textAt(service, "namespace") ?? ""}.svc`;
  return `https://${host}:${port}${textAt(service, "path") ?? "/"}`;
}
