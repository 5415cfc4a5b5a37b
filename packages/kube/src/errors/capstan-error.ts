import { type ErrorCode, errorCodes } from "./error-code.ts";
import type { ObjectRef } from "./object-ref.ts";

/** What a controller does with an error: try again with back-off, or wait until something changes. */
export type Retry = "backoff" | "never";

/**
 * The base of every error Capstan throws. Recognize one by `code` (see {@link isCapstanError}), never by its message
 * nor by `instanceof`: two installed copies of a package have two classes.
 */
// eslint-disable-next-line errors/capstan-errors -- the base of them all
export abstract class CapstanError extends Error {
  /** Which error it is: one of `docs/errors.md`, the same in every version. */
  abstract readonly code: ErrorCode;
  /** What a controller does with it. */
  abstract readonly retry: Retry;
  /** The object the error is about, if it is about one. */
  readonly object?: ObjectRef;

  constructor(message: string, options: { object?: ObjectRef; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    if (options.object !== undefined) this.object = options.object;
  }
}

/**
 * Whether `error` is an error of Capstan, of any copy of this package; with `code`, of that code.
 *
 * @example
 * ```ts
 * import { isCapstanError, parseDuration } from "@capstan/kube";
 *
 * try {
 *   parseDuration("soon");
 * } catch (error) {
 *   if (!isCapstanError(error)) throw error;
 *   console.log(error.code, error.retry);
 * }
 * ```
 */
export function isCapstanError(error: unknown, code?: ErrorCode): error is CapstanError {
  if (!(error instanceof Error) || !("code" in error) || !("retry" in error)) return false;
  return typeof error.code === "string" && (code === undefined ? error.code in errorCodes : error.code === code);
}

/** What a controller does with anything thrown: {@link CapstanError.retry}, and "backoff" for every other error. */
export function retryOf(error: unknown): Retry {
  return isCapstanError(error) ? error.retry : "backoff";
}
