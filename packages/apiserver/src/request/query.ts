import { isMalformedText, parseDuration } from "@capstan/kube";
import { badRequest } from "../status/status-error.ts";
import { type RequestInfo } from "./request-info.ts";

/** A query flag: present without a value, or with a value that Go's ParseBool reads as true. */
export function queryFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && !["false", "0", "f", "F", "False", "FALSE"].includes(value);
}

/** An integer of a query; undefined if it is missing. @throws StatusError BadRequest if it is not a 64-bit integer. */
export function queryInteger(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const refuse = (problem: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${problem}`);
  if (!/^[+-]?\d+$/.test(value)) throw refuse("invalid syntax");
  if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) throw refuse("value out of range");
  return Number(value);
}

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
