import path from "node:path";
import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { type ServicePort } from "./services.ts";

/** Where a webhook is called. */
export interface WebhookClient {
  /** Of a webhook behind a Service, the name that the Service would have in a cluster. */
  readonly url: string;
  /** Where the webhook is behind a Service. */
  readonly service?: ServicePort;
  /** PEM. */
  readonly authorities?: string;
}

/** What a `clientConfig` that has been validated says. */
export function webhookClientOf(config: JsonObject): WebhookClient {
  const bundle = Buffer.from(textAt(config, "caBundle") ?? "", "base64")
    .toString("utf8")
    .trim();
  const service = isJsonObject(config.service) ? servicePort(config.service) : undefined;
  const steps = textAt(config, "service", "path") ?? "/";
  return {
    url: cleaned(service === undefined ? (textAt(config, "url") ?? "") : `https://${hostOf(service)}${steps}`),
    ...(service === undefined ? {} : { service }),
    ...(bundle === "" ? {} : { authorities: bundle }),
  };
}

/** Go's client joins the steps of the path, so that there are no empty ones: envtest states `https://127.0.0.1:9443//validate`. */
function cleaned(url: string): string {
  const [, origin = "", steps = ""] = /^([^/]*\/\/[^/]*)(.*)$/.exec(url) ?? [];
  return origin + path.posix.join("/", steps).replace(/(?<=.)\/$/, "");
}

function servicePort(service: JsonObject): ServicePort {
  const port = typeof service.port === "number" ? service.port : 443;
  return { namespace: textAt(service, "namespace") ?? "", name: textAt(service, "name") ?? "", port };
}

/** What a Service is called in a cluster, where it is what its certificate is for. */
function hostOf({ namespace, name, port }: ServicePort): string {
  return `${name}.${namespace}.svc:${port}`;
}
