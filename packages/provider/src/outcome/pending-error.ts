import { CapstanError } from "@capstan/kube";

/** The default delay before the next call of author code that ended early, in milliseconds. */
const defaultRetryMs = 10_000;

/** Options of a {@link PendingError}. */
export interface PendingErrorOptions {
  /** The delay before the next call, in milliseconds. Default: 10 s. */
  readonly retryAfterMs?: number | undefined;
  /** Whether a user must repair something, which the message names. Also sends one Warning Event. Default: false. */
  readonly warning?: boolean | undefined;
  /** The underlying error; not reported. */
  readonly cause?: unknown;
}

/**
 * Ends a call of your code from anywhere within it, such as from the client of a cloud, because something is not available yet. Let the
 * error propagate: the reconcile counts as a success, and the SDK calls your code again after `retryAfterMs`.
 *
 * An object that is not provisioned yet, or is being deleted, reports the error as it would report `outcome.pending`. A provisioned object
 * keeps its conditions and status, because nothing new is known about it, and a `warning` is only an Event. The next call reads the Secrets
 * of this call again.
 *
 * Extend the class if your code must distinguish errors. To recognize errors of any copy of the package, use
 * `isCapstanError(error, "Pending")`.
 *
 * @example
 * ```ts
 * import { PendingError } from "@capstan/provider";
 *
 * // In the client of a cloud, so that reconcilers need neither a try nor code for "not available".
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
  /** The awaited event as a reason: `CloudUnavailable`. */
  readonly reason: string;
  /** The delay before the next call of your code, in milliseconds. */
  readonly retryAfterMs: number;
  /** Whether a user must repair something. */
  readonly warning: boolean;

  /**
   * @param reason - UpperCamelCase; becomes the reason of the kind's condition.
   * @param message - the awaited event, for users.
   */
  constructor(reason: string, message: string, options: PendingErrorOptions = {}) {
    const { retryAfterMs = defaultRetryMs, warning = false, cause } = options;
    super(message, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.warning = warning;
  }
}
