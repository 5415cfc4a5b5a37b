/** The arguments that may follow a member's name. */
type Arguments = "its own" | "none" | "those of vitest";

/** A program with its arguments, run from the root of the repository. */
export interface CommandLine {
  /** The program's name; `node` is the running one. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly takes: Arguments;
  /** The sources of this repository that it runs: files, and folders of tests. */
  readonly sources: readonly string[];
}

/** A TypeScript file that parses its own arguments, with the harness or as `capstan` does. */
export function reading(
  file: string,
  { flags = [], first = [] }: { readonly flags?: readonly string[]; readonly first?: readonly string[] } = {},
): CommandLine {
  const argv = ["--conditions=source", ...flags, file, ...first];
  return { program: "node", argv, env: {}, takes: "its own", sources: [file] };
}

/** A TypeScript file that takes no arguments. */
export function running(file: string): CommandLine {
  return { program: "node", argv: ["--conditions=source", file], env: {}, takes: "none", sources: [file] };
}

/** Tests, which read the variables; none passed means all tests. */
export function testing(
  tests: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): CommandLine {
  return { program: "vitest", argv: ["run", ...tests, ...options], env, takes: "those of vitest", sources: tests };
}

/** A program of npm or of a dependency. */
export function tool(program: string, ...argv: readonly string[]): CommandLine {
  return { program, argv, env: {}, takes: "its own", sources: [] };
}
