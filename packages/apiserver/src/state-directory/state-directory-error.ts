import { CapstanError } from "@capstan/kube";

/** The state on disk cannot be used. */
export class StateDirectoryError extends CapstanError {
  readonly code = "StateDirectoryUnusable";
  readonly retry = "backoff";
  /** The folder or file with the problem. */
  readonly path: string;

  constructor(path: string, problem: string, options: { readonly cause?: unknown } = {}) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}
