import { CapstanError } from "@capstan/kube";

/** Something in what was asked for that cannot be; data first, text second. */
export interface Problem {
  /** The option it is about: `--name`. */
  readonly option: string;
  /** What is wrong, and what to give instead. */
  readonly message: string;
}

/** The request cannot be carried out; nothing has been written. */
export class ScaffoldError extends CapstanError {
  readonly code = "ScaffoldFailed";
  readonly retry = "never";
  /** What kept the project from being written. */
  readonly reason: "InvalidOptions" | "FolderNotEmpty" | "WriteFailed";
  /** Everything that is wrong with the choices. */
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
