import { isJsonObject, type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type FieldError } from "../../status/field-error.ts";

const strategies = ["None", "Webhook"];
const reviewVersions = ["v1", "v1beta1"];
const field = "spec.conversion";
// The real server validates its internal form, and names the fields as they are there.
const configField = `${field}.webhookClientConfig`;
const versionsField = `${field}.conversionReviewVersions`;

/** `spec.conversion` with what is filled in where it is left out. */
export function conversionWithDefaults(spec: JsonObject): unknown {
  const conversion = spec.conversion ?? { strategy: "None" };
  const config = objectAt(conversion, "webhook", "clientConfig");
  if (!isJsonObject(conversion) || !isJsonObject(config?.service) || config.service.port !== undefined)
    return conversion;
  const service = { ...config.service, port: 443 };
  return {
    ...conversion,
    webhook: { ...objectAt(conversion, "webhook"), clientConfig: { ...config, service } },
  };
}

/** What is wrong with `spec.conversion`. */
export function checkConversion(definition: ApiObject): FieldError[] {
  const conversion = objectAt(definition, "spec", "conversion") ?? {};
  const strategy = textAt(conversion, "strategy") ?? "";
  const webhook = objectAt(conversion, "webhook");
  const config = objectAt(webhook, "clientConfig");
  const versions = webhook?.conversionReviewVersions;
  if (!strategies.includes(strategy)) {
    const detail = 'supported values: "None", "Webhook"';
    return [{ type: "Unsupported value", field: `${field}.strategy`, value: strategy, detail }];
  }
  if (strategy === "Webhook") return [...checkConfig(config), ...checkReviewVersions(versions)];
  const detail = "should not be set when strategy is not set to Webhook";
  return [
    ...(config === undefined ? [] : [{ type: "Forbidden", field: configField, detail } as const]),
    ...(versions === undefined ? [] : [{ type: "Forbidden", field: versionsField, detail } as const]),
  ];
}

function checkConfig(config: JsonObject | undefined): FieldError[] {
  const required = (name: string, detail?: string): FieldError => ({
    type: "Required value",
    field: name,
    ...(detail === undefined ? {} : { detail }),
  });
  if (config === undefined) return [required(configField, "required when strategy is set to Webhook")];
  const url = textAt(config, "url");
  const service = objectAt(config, "service");
  if ((url === undefined) === (service === undefined)) {
    return [required(configField, "exactly one of url or service is required")];
  }
  if (url !== undefined) return checkUrl(url);
  return ["name", "namespace"]
    .filter((name) => (textAt(service, name) ?? "") === "")
    .map((name) => required(`${configField}.service.${name}`));
}

function checkUrl(text: string): FieldError[] {
  const name = `${configField}.url`;
  const form = "; desired format: https://host[/path]";
  const url = URL.parse(text);
  if (url === null) return [{ type: "Required value", field: name, detail: `url must be a valid URL${form}` }];
  const refuse = (value: string, detail: string): FieldError => ({ type: "Invalid value", field: name, value, detail });
  return [
    ...(url.protocol === "https:"
      ? []
      : [refuse(url.protocol.slice(0, -1), `'https' is the only allowed URL scheme${form}`)]),
    ...(url.username === "" ? [] : [refuse(url.username, "user information is not permitted in the URL")]),
    ...(url.hash === "" ? [] : [refuse(url.hash.slice(1), "fragments are not permitted in the URL")]),
    ...(url.search === "" ? [] : [refuse(url.search.slice(1), "query parameters are not permitted in the URL")]),
  ];
}

function checkReviewVersions(versions: unknown): FieldError[] {
  if (!Array.isArray(versions) || versions.length === 0) return [{ type: "Required value", field: versionsField }];
  if (versions.some((version) => reviewVersions.includes(String(version)))) return [];
  const detail = `must include at least one of ${reviewVersions.join(", ")}`;
  return [{ type: "Invalid value", field: versionsField, value: versions, detail }];
}
