export interface SourceProblem {
  /** Index into the source. */
  readonly at: number;
  readonly message: string;
}

/** The problems in the source of an expression, each shown in its line. */
export class SourceError extends Error {
  constructor(source: string, problems: readonly SourceProblem[]) {
    super(problems.map((problem) => describe(source, problem)).join("\n"));
    this.name = "SourceError";
  }
}

function describe(source: string, { at, message }: SourceProblem): string {
  const before = source.slice(0, Math.max(at, 0)).split("\n");
  const line = source.split("\n")[before.length - 1] ?? "";
  const column = before.at(-1)?.length ?? 0;
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line}\n | ${".".repeat(column)}^`;
}
