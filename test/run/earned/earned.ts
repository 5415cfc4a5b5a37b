import { type Tried } from "../../breaks/record.ts";

/** The cost of a test file, and the mutants and rows that only this file detects. */
export interface Earned {
  readonly file: string;
  readonly seconds: number;
  readonly tests: number;
  /** The mutants of modules whose mutants only this file detects. */
  readonly mutants: number;
  /** Rows of the specification and rules of the contract whose violation only this file detects. */
  readonly rows: number;
}

/** A test file that has run. */
export interface RunFile {
  readonly file: string;
  readonly seconds: number;
  readonly tests: number;
}

/** The killed mutants of a module, and the test files that killed them. */
export interface TestedModule {
  readonly killed: number;
  readonly tests: readonly string[];
}

/** Files that earn nothing come first, the slowest at the top. */
export function earnedBy(
  files: readonly RunFile[],
  modules: readonly TestedModule[],
  breaks: readonly Tried[],
): readonly Earned[] {
  const mutants = new Map<string, number>();
  for (const { killed, tests } of modules) {
    const [only, ...others] = tests;
    if (only !== undefined && others.length === 0) add(mutants, only, killed);
  }
  const rows = new Map<string, number>();
  for (const [, of] of Map.groupBy(breaks, ({ id }) => id)) {
    const [only, ...others] = new Set(of.map(({ file }) => file));
    if (only !== undefined && others.length === 0) add(rows, only, 1);
  }
  return files
    .map((each) => ({ ...each, mutants: mutants.get(each.file) ?? 0, rows: rows.get(each.file) ?? 0 }))
    .toSorted((a, b) => Number(earns(a)) - Number(earns(b)) || b.seconds - a.seconds);
}

function earns({ mutants, rows }: Earned): boolean {
  return mutants + rows > 0;
}

function add(counts: Map<string, number>, file: string, count: number): void {
  counts.set(file, (counts.get(file) ?? 0) + count);
}
