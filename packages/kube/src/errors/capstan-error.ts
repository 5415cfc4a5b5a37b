import { type ErrorCode, errorCodes } from "./error-code.ts";
import type { ObjectRef } from "./object-ref.ts";

/** How a controller handles an error: retry with back-off, or wait until something changes. */
export type Retry = "backoff" | "never";

/**
 * The base class of every error that Capstan throws. Recognize an error by its `code` (see {@link isCapstanError}). Do not use its message,
 * or `instanceof`, because two installed copies of a package have two classes.
 */
// eslint-disable-next-line errors/capstan-errors -- the base class of all errors
export abstract class CapstanError extends Error {
  /** The code of the error, from `docs/errors.md`; the same in every version. */
  abstract readonly code: ErrorCode;
  /** How a controller handles the error. */
  abstract readonly retry: Retry;
  /** The object that the error is about, if there is one. */
  readonly object?: ObjectRef;

  constructor(message: string, options: { object?: ObjectRef; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    if (options.object !== undefined) this.object = options.object;
  }
}

/**
 * Whether `error` is an error of Capstan, from any copy of this package; with `code`, whether it has that code.
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

/** How a controller handles any thrown value: {@link CapstanError.retry}, and "backoff" for every other error. */
export function retryOf(error: unknown): Retry {
  return isCapstanError(error) ? error.retry : "backoff";
}
