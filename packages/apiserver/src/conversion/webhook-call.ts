import { randomUUID } from "node:crypto";
import { apiVersionOf, groupOfApiVersion, stringifyJson, versionOfApiVersion } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ConversionWebhook } from "../registry/conversion-webhook.ts";
import { callWebhook } from "../webhook/call-webhook.ts";
import { conversionReview, convertedObject } from "./conversion-review.ts";

const timeoutSeconds = 30;

/**
 * Converts one object with a webhook, as kube-apiserver does.
 *
 * @throws Error with the message for the client of the API server.
 */
export async function askWebhook(
  webhook: ConversionWebhook,
  object: ApiObject,
  apiVersion: string,
): Promise<ApiObject> {
  const uid = randomUUID();
  const stored = { group: groupOfApiVersion(apiVersion), version: versionOfApiVersion(object.apiVersion) };
  const what = `conversion webhook for ${apiVersionOf(stored)}, Kind=${object.kind}`;
  const review = stringifyJson(conversionReview(webhook.reviewVersion, { uid, apiVersion, object }));
  let answer: string;
  try {
    answer = await callWebhook(webhook, review, timeoutSeconds, webhook.services);
  } catch (error) {
    throw new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return convertedObject(answer, { uid, apiVersion, object, what, reviewVersion: webhook.reviewVersion });
}
