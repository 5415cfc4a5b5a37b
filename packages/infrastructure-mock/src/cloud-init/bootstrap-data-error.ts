/** What about bootstrap data cannot be understood; also reasons of a machine's condition. */
export const bootstrapDataProblems = [
  "BootstrapDataFormatUnknown",
  "BootstrapDataTemplateInvalid",
  "BootstrapDataNotYAML",
  "BootstrapDataInvalid",
] as const;

/** One of {@link bootstrapDataProblems}. */
export type BootstrapDataProblem = (typeof bootstrapDataProblems)[number];

/**
 * Bootstrap data that a machine cannot read. The message names the place and never quotes the data, which holds secrets.
 * Not retried: other data is needed.
 */
export class BootstrapDataError extends Error {
  override readonly name = "BootstrapDataError";
  readonly code: BootstrapDataProblem;
  /** Where in the data: a field (`write_files[2].content`) or a line (`line 4`). */
  readonly path: string;

  constructor(code: BootstrapDataProblem, path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.code = code;
    this.path = path;
  }
}
