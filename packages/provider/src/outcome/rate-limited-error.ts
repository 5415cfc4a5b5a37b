import { CapstanError } from "@capstan/kube";

/**
 * Ends a call of author code, as `outcome.unchanged` would: a rate limit is no news about any object. Nothing is written, not even a
 * first status, the reconcile counts as a success, and author code is called again after `retryAfterMs`. Let it pass.
 *
 * Thrown by the turns of a {@link Pacer}; by your own code only where it has no Pacer. Its request was not carried out, for certain: where
 * that matters, recognize it by `isCapstanError(error, "RateLimited")`, and throw it on.
 *
 * @example
 * ```ts
 * import { isCapstanError, RateLimitedError } from "@capstan/provider";
 *
 * export async function createServer(post: () => Promise<Response>): Promise<Response> {
 *   const response = await post();
 *   if (response.status === 429) throw new RateLimitedError(2_000);
 *   return response;
 * }
 *
 * export function mayHaveMadeOne(error: unknown): boolean {
 *   return !isCapstanError(error, "RateLimited");
 * }
 * ```
 */
export class RateLimitedError extends CapstanError {
  readonly code = "RateLimited";
  readonly retry = "backoff";
  /** When author code is called again, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The cloud takes no more requests for ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}
