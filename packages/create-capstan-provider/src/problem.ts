import { CapstanError } from "@capstan/kube";

/** A problem of an option, with the option separate from the message. */
export interface Problem {
  /** The option: `--name`. */
  readonly option: string;
  /** The problem and the remedy. */
  readonly message: string;
}

/** The request cannot be carried out; no file was written. */
export class ScaffoldError extends CapstanError {
  readonly code = "ScaffoldFailed";
  readonly retry = "never";
  /** Why the project was not written. */
  readonly reason: "InvalidOptions" | "FolderNotEmpty" | "WriteFailed";
  /** All problems of the choices. */
  readonly problems: readonly Problem[];

  constructor(
    reason: ScaffoldError["reason"],
    problems: readonly [Problem, ...Problem[]],
    options: { readonly cause?: unknown } = {},
  ) {
    super(problems.map(({ option, message }) => `${option}: ${message}`).join("\n"), options);
    this.reason = reason;
    this.problems = problems;
  }
}

/** "a, b or c". */
export function oneOf(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
}
