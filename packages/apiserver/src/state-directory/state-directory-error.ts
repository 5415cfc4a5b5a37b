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

/**
 * Whether a file system error means that the path does not exist.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { isMissingFile } from "@capstan/apiserver/state-directory";
 *
 * const state = await readFile("/nowhere/state.json", "utf8").catch((error: unknown) => {
 *   if (isMissingFile(error)) return "{}";
 *   throw error;
 * });
 * console.log(state); // {}
 * ```
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
