import { isJsonObject, type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { checkClientConfig } from "./rules/client-config.ts";
import { required } from "./rules/field-errors.ts";
import { type FieldError } from "../../status/field-error.ts";

const strategies = ["None", "Webhook"];
const reviewVersions = ["v1", "v1beta1"];
const field = "spec.conversion";
// The real server validates its internal form, and uses its field names.
const configField = `${field}.webhookClientConfig`;
const versionsField = `${field}.conversionReviewVersions`;

/** `spec.conversion` with defaults. */
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

/** Validates `spec.conversion`. */
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
  if (config === undefined) return [required(configField, "required when strategy is set to Webhook")];
  return checkClientConfig(config, configField);
}

function checkReviewVersions(versions: unknown): FieldError[] {
  if (!Array.isArray(versions) || versions.length === 0) return [{ type: "Required value", field: versionsField }];
  if (versions.some((version) => reviewVersions.includes(String(version)))) return [];
  const detail = `must include at least one of ${reviewVersions.join(", ")}`;
  return [{ type: "Invalid value", field: versionsField, value: versions, detail }];
}
