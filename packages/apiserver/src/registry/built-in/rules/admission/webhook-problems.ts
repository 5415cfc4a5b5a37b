import { dnsSubdomainProblems, isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../../object/api-object.ts";
import { label1035Problems } from "../../../../object/names.ts";
import { type FieldError, invalidAt, required, unsupported } from "../../../../status/field-error.ts";
import { checkClientConfig } from "../client-config.ts";
import { duplicates } from "../field-errors.ts";
import { checkMatchConditions } from "./expressions.ts";
import { checkResourceRules, checkSelectors } from "./selected-requests.ts";

/** Validates the webhooks of a configuration. */
export function webhookProblems(configuration: ApiObject): FieldError[] {
  const webhooks = listAt(configuration, "webhooks").filter(isJsonObject);
  const names = webhooks.map((webhook) => textAt(webhook, "name") ?? "");
  return [
    ...webhooks.flatMap((webhook, index) => checkWebhook(webhook, `webhooks[${index}]`)),
    ...duplicates(names, (index) => `webhooks[${index}].name`).filter(({ value }) => value !== ""),
  ];
}

function checkWebhook(webhook: JsonObject, at: string): FieldError[] {
  const { timeoutSeconds = 10 } = webhook;
  const isInTime = typeof timeoutSeconds === "number" && timeoutSeconds >= 1 && timeoutSeconds <= 30;
  const late = "the timeout value must be between 1 and 30 seconds";
  return [
    ...checkName(textAt(webhook, "name") ?? "", `${at}.name`),
    ...checkResourceRules(listAt(webhook, "rules"), `${at}.rules`),
    ...checkSideEffects(textAt(webhook, "sideEffects"), `${at}.sideEffects`),
    ...(isInTime ? [] : [invalidAt(`${at}.timeoutSeconds`, timeoutSeconds, late)]),
    ...checkSelectors(webhook, at),
    ...checkClientConfig(objectAt(webhook, "clientConfig") ?? {}, `${at}.clientConfig`),
    ...checkMatchConditions(webhook, false, `${at}.matchConditions`),
    ...checkVersions(listAt(webhook, "admissionReviewVersions").map(String), `${at}.admissionReviewVersions`),
  ];
}

function checkName(name: string, at: string): FieldError[] {
  if (name === "") return [required(at)];
  const problems = dnsSubdomainProblems(name);
  if (problems.length > 0) return [invalidAt(at, name, problems.join(","))];
  if (name.split(".").length >= 3) return [];
  return [invalidAt(at, name, "should be a domain with at least three segments separated by dots")];
}

const harmless = ["None", "NoneOnDryRun"];

function checkSideEffects(sideEffects: string | undefined, at: string): FieldError[] {
  if (sideEffects === undefined) return [required(at, `must specify one of ${harmless.join(", ")}`)];
  // Other values are invalid, which the general check of enums reports.
  return ["Some", "Unknown"].includes(sideEffects) ? [unsupported(at, sideEffects, harmless)] : [];
}

const known = ["v1", "v1beta1"];

function checkVersions(versions: readonly string[], at: string): FieldError[] {
  if (versions.length === 0) return [required(at, `must specify one of ${known.join(", ")}`)];
  const errors = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
      ? [invalidAt(`${at}[${index}]`, version, "duplicate version")]
      : label1035Problems(version).map((problem) => invalidAt(`${at}[${index}]`, version, problem)),
  );
  if (versions.some((version) => known.includes(version))) return errors;
  return [...errors, invalidAt(at, versions, `must include at least one of ${known.join(", ")}`)];
}
