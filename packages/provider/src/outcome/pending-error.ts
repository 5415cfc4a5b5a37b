import { CapstanError } from "@capstan/kube";

/** When author code is called again after it has ended early, in milliseconds, unless it says otherwise. */
const defaultRetryMs = 10_000;

/** What a {@link PendingError} may add to its reason and message. */
export interface PendingErrorOptions {
  /** When to ask again, in milliseconds. Default: 10 s. */
  readonly retryAfterMs?: number | undefined;
  /** A user has to repair something, which the message names: also one Warning Event. Default: false. */
  readonly warning?: boolean | undefined;
  /** The error below; not reported. */
  readonly cause?: unknown;
}

/**
 * Ends a call of author code from anywhere within it, such as from the client of a cloud: what it asks for is not available yet. Let it
 * pass; the reconcile counts as a success, and author code is called again after `retryAfterMs`.
 *
 * An object that is not provisioned yet reports it as `outcome.pending` would, and so does one that is being deleted. For one that is
 * provisioned, not being able to ask is no news: conditions and status stay as they are, and a `warning` is an Event alone. Secrets
 * that the call has read are read again.
 *
 * Extend it for an error that your code must tell apart. Of any copy of the package: `isCapstanError(error, "Pending")`.
 *
 * @example
 * ```ts
 * import { PendingError } from "@capstan/provider";
 *
 * // In the client of a cloud. No reconciler that uses it needs a try, nor a word for "not now".
 * export async function request(url: URL, token: string, signal: AbortSignal): Promise<unknown> {
 *   const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
 *   if (response.status === 401) {
 *     throw new PendingError("CredentialsRefused", "The cloud refuses the token; renew it", { warning: true });
 *   }
 *   if (response.status >= 500) throw new PendingError("CloudUnavailable", `The cloud answers ${response.status}`);
 *   return response.json();
 * }
 * ```
 */
export class PendingError extends CapstanError {
  readonly code = "Pending";
  readonly retry = "backoff";
  /** What is awaited, in one word: `CloudUnavailable`. */
  readonly reason: string;
  /** When author code is called again, in milliseconds. */
  readonly retryAfterMs: number;
  /** Whether a user has to repair something. */
  readonly warning: boolean;

  /**
   * @param reason - upper camel case, becomes the reason of the kind's condition.
   * @param message - what is awaited, for people.
   */
  constructor(reason: string, message: string, options: PendingErrorOptions = {}) {
    const { retryAfterMs = defaultRetryMs, warning = false, cause } = options;
    super(message, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.warning = warning;
  }
}
