import { CapstanError } from "@capstan/kube";

/**
 * Ends a call of your code as `outcome.unchanged` does, because a rate limit says nothing about the object. Nothing is written, not even a
 * first status, the reconcile counts as a success, and the SDK calls your code again after `retryAfterMs`. Let the error propagate.
 *
 * The turns of a {@link Pacer} throw it; throw it yourself only in code without a Pacer. The error guarantees that the request was not
 * carried out. Where that matters, recognize it with `isCapstanError(error, "RateLimited")`, and rethrow it.
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
  /** The delay before the next call of your code, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The cloud accepts no more requests for ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}
