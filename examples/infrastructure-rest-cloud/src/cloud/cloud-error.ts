/** The cloud refused. The message is the cloud's; it never holds what was sent. */
export class CloudError extends Error {
  readonly status: number;
  /** The cloud's word for it, such as `quota_exceeded`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${message} (${status} ${code})`);
    this.name = "CloudError";
    this.status = status;
    this.code = code;
  }

  /** Asking again will not help before a user changes something. */
  get isTerminal(): boolean {
    return this.status === 403 || this.status === 422;
  }
}

/** The request was not carried out: too many were made. */
export class RateLimitedError extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`The cloud takes no more requests for ${retryAfterMs} ms`);
    this.name = "RateLimitedError";
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether the request was carried out is not known: the connection broke, or the cloud failed. */
export class UnconfirmedError extends Error {
  constructor(request: string, cause: unknown) {
    super(`The cloud did not confirm ${request}`, { cause });
    this.name = "UnconfirmedError";
  }
}
