import { isMalformedText, parseDuration } from "@capstan/kube";
import { badRequest } from "../status/status-error.ts";
import { type RequestInfo } from "./request-info.ts";

/**
 * Checks that the timeout of a request is a duration. Watches ignore it.
 *
 * @throws StatusError BadRequest.
 */
export function checkTimeout(query: URLSearchParams, info: RequestInfo | undefined): void {
  const timeout = query.get("timeout") ?? "";
  if (timeout === "" || info?.verb === "watch") return;
  try {
    parseDuration(timeout);
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
