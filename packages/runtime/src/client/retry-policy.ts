import { backoffMs, jitteredMs } from "@capstan/kube";
import type { RequestVerb } from "./request-info.ts";

/** The result of an attempt. */
export type Attempt =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: "unreachable" }
  | { readonly kind: "given-up" };

const attempts = 5;
const steps = { baseMs: 100, maxMs: 2_000 };
const longestWaitMs = 10_000;

/**
 * The delay before the next attempt, or `undefined` to report the result of this attempt.
 *
 * @param attempt - 1 after the first attempt.
 */
export function retryDelayMs(verb: RequestVerb, attempt: number, result: Attempt, random: number): number | undefined {
  if (attempt >= attempts || result.kind === "given-up") return undefined;
  const isRead = verb === "get" || verb === "list" || verb === "head" || verb === "options";
  const ownMs = jitteredMs(backoffMs(attempt, steps), random, [0.75, 1.25]);
  if (result.kind === "unreachable") return isRead ? ownMs : undefined;
  const { status } = result;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(result.retryAfter);
  if (Number.isFinite(seconds)) {
    // With Retry-After the server did nothing, so a write may be repeated too. A caller should not wait long.
    return seconds * 1_000 > longestWaitMs ? undefined : Math.max(seconds * 1_000, ownMs);
  }
  return isRead || status === 429 ? ownMs : undefined;
}
