/** Why an action, or a read, was not done. The page shows the message. */
// eslint-disable-next-line errors/capstan-errors -- ends as an answer of the page's server
export class ActionRefusedError extends Error {
  /** Of HTTP. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ActionRefusedError";
    this.status = status;
  }
}
