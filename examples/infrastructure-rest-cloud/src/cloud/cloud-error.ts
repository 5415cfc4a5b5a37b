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
