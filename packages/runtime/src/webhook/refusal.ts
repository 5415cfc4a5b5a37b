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

/**
 * The error with which a {@link JsonEndpoint} refuses a request.
 *
 * @param status - the HTTP status of the answer.
 * @param message - for the client. It must not quote the request.
 *
 * @example
 * ```ts
 * import { type JsonEndpoint, refusal } from "@capstan/runtime";
 *
 * const endpoint: JsonEndpoint = {
 *   path: "/echo",
 *   answer: (body) => {
 *     if (Object.keys(body).length === 0) throw refusal(400, "the body is empty");
 *     return body;
 *   },
 * };
 * console.log(endpoint.path); // /echo
 * ```
 */
export function refusal(status: number, message: string): Error {
  return new ReviewRefused(status, message);
}

/** The Status for a refused request: the API server shows its message to the sender of the object. */
export function refusalStatus({ status, message }: ReviewRefused): Status & { readonly apiVersion: "v1" } {
  return { apiVersion: "v1", kind: "Status", status: "Failure", message, reason: reasonFor(status), code: status };
}
