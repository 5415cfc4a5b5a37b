import { type CaseResult } from "./run-cases.ts";

export interface Report {
  readonly lines: readonly string[];
  /** Cases that differ without a reason, or that have a reason and do not differ. */
  readonly unexplained: number;
}

/** Cases, equal ones, and those that differ with their reasons. */
export function describeResults(results: readonly CaseResult[]): Report {
  const different = results.filter(({ differences }) => differences.length > 0);
  const stale = results.filter((result) => result.case.difference !== undefined && result.differences.length === 0);
  const unexplained = different.filter((result) => result.case.difference === undefined);
  const explained = different.filter((result) => result.case.difference !== undefined);
  return {
    lines: [
      ...explained.map(({ case: { name, difference } }) => `differs as it should: ${name}: ${difference ?? ""}`),
      ...unexplained.flatMap(({ case: { name }, differences }) => [
        `DIFFERS: ${name} (Go | ours)`,
        ...differences.map((line) => `  ${line}`),
      ]),
      ...stale.map(({ case: { name, difference } }) => `EQUAL, but expected to differ: ${name}: ${difference ?? ""}`),
      `cases ${results.length}, equal ${results.length - different.length}, ` +
        `different with a reason ${explained.length}, without ${unexplained.length}`,
    ],
    unexplained: unexplained.length + stale.length,
  };
}
