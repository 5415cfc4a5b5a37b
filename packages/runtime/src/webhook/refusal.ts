import { reasonFor, type Status } from "../errors/api-error.ts";

/** A refused request and its HTTP status. The message must not quote the request. */
// eslint-disable-next-line errors/capstan-errors -- caught by the server, which answers it
export class ReviewRefused extends Error {
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The Status for a refused request: the API server shows its message to the sender of the object. */
export function refusalStatus({ status, message }: ReviewRefused): Status & { readonly apiVersion: "v1" } {
  return { apiVersion: "v1", kind: "Status", status: "Failure", message, reason: reasonFor(status), code: status };
}
