import { CapstanError } from "@capstan/provider";

/** What is kept on disk cannot be used. */
export class CloudStateError extends CapstanError {
  readonly code = "CloudStateUnusable";
  readonly retry = "backoff";
  readonly path: string;

  constructor(path: string, problem: string, options: { readonly cause?: unknown } = {}) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}
