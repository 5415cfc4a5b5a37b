import { isApiError } from "@capstan/runtime";

/** What the API server itself answers: no such kind or namespace, a lost race, too many requests. */
const ofServer: ReadonlySet<number> = new Set([404, 409, 429]);

/**
 * Whether the API server refused a write because of its content: its schema, a policy or an admission webhook. A webhook chooses status and
 * reason freely, such as 400 BadRequest or 403 with a sentence as reason, so only the class of the status says it.
 */
export function isRefusal(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return error.status >= 400 && error.status < 500 && !ofServer.has(error.status);
}
