/** The cloud refused. The message is the cloud's and never contains the request. */
export class CloudError extends Error {
  readonly status: number;
  /** The cloud's error code, such as `quota_exceeded`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${message} (${status} ${code})`);
    this.name = "CloudError";
    this.status = status;
    this.code = code;
  }

  /** Whether a retry helps only after a user changes something. */
  get isTerminal(): boolean {
    return this.status === 403 || this.status === 422;
  }
}
