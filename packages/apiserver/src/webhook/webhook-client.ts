import path from "node:path";
import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";

/** The address of a webhook. */
export interface WebhookClient {
  /** For a webhook behind a Service, its name in a cluster. */
  readonly url: string;
  /** Set if the webhook is behind a Service. */
  readonly service?: ServicePort;
  /** CA certificates, PEM. */
  readonly authorities?: string;
}

/** Reads a validated `clientConfig`. */
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

/** Removes empty path segments, as Go's client does: envtest sets `https://127.0.0.1:9443//validate`. */
function cleaned(url: string): string {
  const [, origin = "", steps = ""] = /^([^/]*\/\/[^/]*)(.*)$/.exec(url) ?? [];
  return origin + path.posix.join("/", steps).replace(/(?<=.)\/$/, "");
}

function servicePort(service: JsonObject): ServicePort {
  const port = typeof service.port === "number" ? service.port : 443;
  return { namespace: textAt(service, "namespace") ?? "", name: textAt(service, "name") ?? "", port };
}

/** The name of a Service in a cluster, which its certificate must match. */
function hostOf({ namespace, name, port }: ServicePort): string {
  return `${name}.${namespace}.svc:${port}`;
}

/** The Service port of a webhook. */
export interface ServicePort {
  /** The Service's namespace. */
  readonly namespace: string;
  /** The Service's name. */
  readonly name: string;
  /** The port of the Service. */
  readonly port: number;
}

/** Returns the address of a Service port, as `host:port`; undefined if the Service does not exist. */
export type Services = (service: ServicePort) => string | undefined;
