import { type Attributes } from "./attributes.ts";
import { ask } from "./ask.ts";
import { type Invocation, type Invocations } from "./invocation.ts";
import { type Webhook } from "./webhook.ts";
import { CallFailed, internalError } from "./webhook-errors.ts";

/**
 * Calls validating webhooks for a write, concurrently.
 *
 * @throws StatusError a webhook denies it, or a required webhook does not answer.
 */
export async function validateByWebhooks(
  webhooks: readonly Webhook[],
  invocations: Invocations,
  attributes: Attributes,
): Promise<void> {
  const found: Invocation[] = [];
  for (const webhook of webhooks) {
    const invocation = await invocations.find(webhook, attributes);
    if (invocation !== undefined) found.push(invocation);
  }
  const asked = await Promise.allSettled(found.map((invocation) => askOne(invocation, attributes)));
  const refused = asked.find((result) => result.status === "rejected");
  if (refused !== undefined) throw refused.reason;
}

async function askOne(invocation: Invocation, attributes: Attributes): Promise<void> {
  try {
    await ask(invocation, attributes, false);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (!invocation.webhook.ignoresFailure) throw internalError(error.message);
  }
}
