import { randomUUID } from "node:crypto";
import { stringifyJson } from "@capstan/kube";
import { callWebhook } from "../webhook/call-webhook.ts";
import { type Attributes } from "./attributes.ts";
import { admissionReview, InvalidAnswer, type Verdict, verdictOf } from "./admission-review.ts";
import { type Invocation } from "./invocation.ts";
import { reviewRequest, versionedObjects } from "./review-request.ts";
import { CallFailed, denied, dryRunUnsupported } from "./webhook-errors.ts";

/**
 * Calls a webhook for a write, and passes its warnings on to the client.
 *
 * @throws StatusError the webhook denies the write, or has side effects that a dry run must not have.
 * @throws CallFailed
 */
export async function ask(invocation: Invocation, attributes: Attributes, mutating: boolean): Promise<Verdict> {
  const { webhook } = invocation;
  const { target } = attributes;
  if (target.dryRun === true && !webhook.allowsDryRun) throw dryRunUnsupported(webhook);
  const version = webhook.reviewVersion;
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new CallFailed(webhook, `could not create admission objects: ${why}`);
  }
  const uid = randomUUID();
  const objects = await versionedObjects(invocation, attributes);
  const review = admissionReview(version, { uid, ...reviewRequest(invocation, attributes), ...objects });
  const verdict = await answered(invocation, stringifyJson(review), { version, uid, mutating });
  target.warnings?.push(...verdict.warnings);
  if (!verdict.allowed) throw denied(webhook, verdict.result);
  return verdict;
}

async function answered(
  { webhook, services }: Invocation,
  review: string,
  asked: Parameters<typeof verdictOf>[1],
): Promise<Verdict> {
  try {
    return verdictOf(await callWebhook(webhook.client, review, webhook.timeoutSeconds, services), asked);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const what = error instanceof InvalidAnswer ? "received invalid webhook response" : "failed to call webhook";
    throw new CallFailed(webhook, `${what}: ${why}`, error);
  }
}
