import { isJsonObject, type JsonObject, type LabelSelector, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type WebhookClient, webhookClientOf } from "../webhook/webhook-client.ts";

/** A webhook of a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export interface Webhook {
  readonly name: string;
  readonly client: WebhookClient;
  readonly rules: readonly WebhookRule[];
  /** Whether a write goes on if the webhook does not answer. */
  readonly ignoresFailure: boolean;
  /** Whether it is also called for other versions of what it names. */
  readonly matchesEquivalents: boolean;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly matchConditions: readonly MatchCondition[];
  readonly timeoutSeconds: number;
  readonly allowsDryRun: boolean;
  /** Whether it is asked again if others change the object after it. */
  readonly isReinvoked: boolean;
  /** Undefined if it knows none that the server knows. */
  readonly reviewVersion: "v1" | "v1beta1" | undefined;
}

export interface WebhookRule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: string;
}

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

const known = new WeakMap<ApiObject, readonly Webhook[]>();

/** The webhooks of a configuration, which has been validated and has all its defaults. */
export function webhooksOf(configuration: ApiObject): readonly Webhook[] {
  let webhooks = known.get(configuration);
  if (webhooks === undefined) {
    webhooks = listAt(configuration, "webhooks").filter(isJsonObject).map(webhookOf);
    known.set(configuration, webhooks);
  }
  return webhooks;
}

function webhookOf(given: JsonObject): Webhook {
  return {
    name: textAt(given, "name") ?? "",
    client: webhookClientOf(objectAt(given, "clientConfig") ?? {}),
    rules: listAt(given, "rules").filter(isJsonObject).map(ruleOf),
    ignoresFailure: given.failurePolicy === "Ignore",
    matchesEquivalents: given.matchPolicy !== "Exact",
    namespaceSelector: objectAt(given, "namespaceSelector") ?? {},
    objectSelector: objectAt(given, "objectSelector") ?? {},
    matchConditions: listAt(given, "matchConditions")
      .filter(isJsonObject)
      .map((condition) => ({
        name: textAt(condition, "name") ?? "",
        expression: textAt(condition, "expression") ?? "",
      })),
    timeoutSeconds: typeof given.timeoutSeconds === "number" ? given.timeoutSeconds : 10,
    allowsDryRun: given.sideEffects === "None" || given.sideEffects === "NoneOnDryRun",
    isReinvoked: given.reinvocationPolicy === "IfNeeded",
    reviewVersion: stringsAt(given, "admissionReviewVersions").find(
      (version) => version === "v1" || version === "v1beta1",
    ),
  };
}

function ruleOf(given: JsonObject): WebhookRule {
  return {
    operations: stringsAt(given, "operations"),
    groups: stringsAt(given, "apiGroups"),
    versions: stringsAt(given, "apiVersions"),
    resources: stringsAt(given, "resources"),
    scope: textAt(given, "scope") ?? "*",
  };
}

function stringsAt(given: JsonObject, field: string): string[] {
  return listAt(given, field).filter((value) => typeof value === "string");
}
