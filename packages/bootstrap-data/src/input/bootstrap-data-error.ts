import { CapstanError, isCapstanError } from "@capstan/kube";

/** Why bootstrap data is unusable; also reasons of a machine's condition. */
export const bootstrapDataProblems = [
  "BootstrapDataFormatUnknown",
  "BootstrapDataTemplateInvalid",
  "BootstrapDataNotYAML",
  "BootstrapDataInvalid",
] as const;

/** One of {@link bootstrapDataProblems}. */
export type BootstrapDataProblem = (typeof bootstrapDataProblems)[number];

/**
 * Bootstrap data that a machine cannot read. The message names the place and never quotes the data, which contains secrets. Not retried,
 * because only other data helps.
 */
export class BootstrapDataError extends CapstanError {
  readonly code = "BootstrapDataUnreadable";
  readonly retry = "never";
  /** Why the data is unusable. */
  readonly reason: BootstrapDataProblem;
  /** The place in the data: a field (`write_files[2].content`) or a line (`line 4`). */
  readonly path: string;

  constructor(reason: BootstrapDataProblem, path: string, problem: string, options: { readonly cause?: unknown } = {}) {
    super(`${path}: ${problem}`, options);
    this.reason = reason;
    this.path = path;
  }
}

/**
 * Whether `error` is a {@link BootstrapDataError}, from any copy of this package.
 *
 * @example
 * ```ts
 * import { isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
 *
 * try {
 *   planBoot("hello", { instance: { instanceID: "i-1", localHostname: "m1" } });
 * } catch (error) {
 *   if (isBootstrapDataError(error)) console.log(error.reason); // BootstrapDataFormatUnknown
 * }
 * ```
 */
export function isBootstrapDataError(error: unknown): error is BootstrapDataError {
  return isCapstanError(error, "BootstrapDataUnreadable");
}

/** The error for data of the right format with an unusable value. */
export function invalid(path: string, problem: string, options: { readonly cause?: unknown } = {}): BootstrapDataError {
  return new BootstrapDataError("BootstrapDataInvalid", path, problem, options);
}
