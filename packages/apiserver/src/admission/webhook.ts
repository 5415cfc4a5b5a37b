import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type MatchCriteria, rulesAt, selectionOf, stringsAt } from "./match-criteria.ts";
import { type WebhookClient, webhookClientOf } from "../webhook/webhook-client.ts";

/** A webhook of a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration. */
export interface Webhook extends MatchCriteria {
  readonly name: string;
  readonly client: WebhookClient;
  /** Whether a write continues if the webhook does not answer. */
  readonly ignoresFailure: boolean;
  readonly matchConditions: readonly MatchCondition[];
  readonly timeoutSeconds: number;
  readonly allowsDryRun: boolean;
  /** Whether it is reinvoked if others change the object after it. */
  readonly isReinvoked: boolean;
  /** Undefined if the webhook and the server have no version in common. */
  readonly reviewVersion: "v1" | "v1beta1" | undefined;
}

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** The webhooks of a validated configuration with all its defaults. */
export const webhooksOf = remembered((configuration: ApiObject): readonly Webhook[] =>
  listAt(configuration, "webhooks").filter(isJsonObject).map(webhookOf),
);

function webhookOf(given: JsonObject): Webhook {
  return {
    name: textAt(given, "name") ?? "",
    client: webhookClientOf(objectAt(given, "clientConfig") ?? {}),
    ...selectionOf(given),
    rules: rulesAt(given, "rules"),
    excluded: [],
    ignoresFailure: given.failurePolicy === "Ignore",
    matchConditions: matchConditionsOf(given),
    timeoutSeconds: typeof given.timeoutSeconds === "number" ? given.timeoutSeconds : 10,
    allowsDryRun: given.sideEffects === "None" || given.sideEffects === "NoneOnDryRun",
    isReinvoked: given.reinvocationPolicy === "IfNeeded",
    reviewVersion: stringsAt(given, "admissionReviewVersions").find(
      (version) => version === "v1" || version === "v1beta1",
    ),
  };
}

function matchConditionsOf(given: JsonObject): MatchCondition[] {
  return listAt(given, "matchConditions")
    .filter(isJsonObject)
    .map((condition) => ({ name: textAt(condition, "name") ?? "", expression: textAt(condition, "expression") ?? "" }));
}
