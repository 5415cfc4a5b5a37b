import { isRecord, type JsonObject, recordAt, stringAt } from "../json/record.ts";

/** Where objects of a custom resource are converted: `spec.conversion.webhook` of its definition. */
export interface ConversionWebhook {
  /** Of a webhook behind a Service, the name that the Service would have in a cluster. */
  readonly url: string;
  /** There are no Services here: who names one, gets an error that says so. */
  readonly service?: string;
  /** PEM. */
  readonly authorities?: string;
  /** The form of the review that it understands. */
  readonly reviewVersion: "v1" | "v1beta1";
}

/** The webhook of a definition that has been validated; undefined if it has none. */
export function conversionWebhookOf(spec: JsonObject): ConversionWebhook | undefined {
  if (stringAt(spec, "conversion", "strategy") !== "Webhook") return undefined;
  const webhook = recordAt(spec, "conversion", "webhook") ?? {};
  const client = recordAt(webhook, "clientConfig") ?? {};
  const versions: unknown[] = Array.isArray(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : [];
  const bundle = Buffer.from(stringAt(client, "caBundle") ?? "", "base64")
    .toString("utf8")
    .trim();
  const service = isRecord(client.service) ? stringAt(client.service, "name") : undefined;
  return {
    url: isRecord(client.service) ? serviceUrl(client.service) : (stringAt(client, "url") ?? ""),
    ...(service === undefined ? {} : { service }),
    ...(bundle === "" ? {} : { authorities: bundle }),
    reviewVersion: versions.find((version) => version === "v1" || version === "v1beta1") ?? "v1",
  };
}

function serviceUrl(service: JsonObject): string {
  const port = typeof service.port === "number" ? service.port : 443;
  const host = `${stringAt(service, "name") ?? ""}.${stringAt(service, "namespace") ?? ""}.svc`;
  return `https://${host}:${port}${stringAt(service, "path") ?? "/"}`;
}
