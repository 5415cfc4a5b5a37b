import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { badRequest, StatusError } from "../status/status-error.ts";
import { type StatusDetails } from "../status/status.ts";
import { type Webhook } from "./webhook.ts";

/** A webhook was unreachable, or its answer is not usable. Its failure policy decides what happens. */
export class CallFailed extends Error {
  constructor({ name }: Webhook, reason: string, cause?: unknown) {
    super(`failed calling webhook ${JSON.stringify(name)}: ${reason}`, { cause });
  }
}

export function internalError(message: string): StatusError {
  const full = `Internal error occurred: ${message}`;
  return new StatusError(500, "InternalError", full, { causes: [{ message }] });
}

export function dryRunUnsupported({ name }: Webhook): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
}

/** The answer to the client if a webhook denies: the webhook's Status, completed. */
export function denied({ name }: Webhook, result: JsonObject = {}): StatusError {
  const by = `admission webhook ${JSON.stringify(name)} denied the request`;
  const reason = textAt(result, "reason") ?? "";
  const said = [textAt(result, "message") ?? "", reason].find((text) => text !== "");
  const code = typeof result.code === "number" && result.code >= 400 ? result.code : 400;
  const message = said === undefined ? `${by} without explanation` : `${by}: ${said}`;
  const details = objectAt(result, "details") as StatusDetails | undefined;
  return new StatusError(code, reason, message, details);
}
