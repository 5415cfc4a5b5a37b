import path from "node:path";
import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";

/** Where a webhook is called. */
export interface WebhookClient {
  /** Of a webhook behind a Service, the name that the Service would have in a cluster. */
  readonly url: string;
  /** There are no Services here: a webhook that names one fails with an error that says so. */
  readonly service?: string;
  /** PEM. */
  readonly authorities?: string;
}

/** What a `clientConfig` that has been validated says. */
export function webhookClientOf(config: JsonObject): WebhookClient {
  const bundle = Buffer.from(textAt(config, "caBundle") ?? "", "base64")
    .toString("utf8")
    .trim();
  const service = isJsonObject(config.service) ? textAt(config.service, "name") : undefined;
  return {
    url: cleaned(isJsonObject(config.service) ? serviceUrl(config.service) : (textAt(config, "url") ?? "")),
    ...(service === undefined ? {} : { service }),
    ...(bundle === "" ? {} : { authorities: bundle }),
  };
}

/** Go's client joins the steps of the path, so that there are no empty ones: envtest states `https://127.0.0.1:9443//validate`. */
function cleaned(url: string): string {
  const [, origin = "", steps = ""] = /^([^/]*\/\/[^/]*)(.*)$/.exec(url) ?? [];
  return origin + path.posix.join("/", steps).replace(/(?<=.)\/$/, "");
}

function serviceUrl(service: JsonObject): string {
  const port = typeof service.port === "number" ? service.port : 443;
  const host = `${textAt(service, "name") ?? ""}.${textAt(service, "namespace") ?? ""}.svc`;
  return `https://${host}:${port}${textAt(service, "path") ?? "/"}`;
}
