/** Why an action, or a read, was refused. The page shows the message. */
// eslint-disable-next-line errors/capstan-errors -- ends as an answer of the page's server
export class ActionRefusedError extends Error {
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionRefusedError";
    this.status = status;
  }
}
