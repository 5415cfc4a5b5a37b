import { type Failure, failuresIn, type Report } from "./report.ts";

/** A run fails if more tests than this pass only on a retry: a busy machine breaks one or two, not three. */
export const mostFlaky = 2;

/** The result of a run of the suite, after the files with failures were run again, each alone. */
export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** The tests that failed in the suite and passed alone. */
  readonly flaky: readonly Failure[];
  readonly failures: readonly Failure[];
}

/**
 * @param again - the files with failures, each run alone, by their names.
 * @param isUnclean - Vitest ended with an error outside of any test, such as an unhandled rejection.
 */
export function verdictOf(first: Report, again: ReadonlyMap<string, Report>, isUnclean: boolean): Verdict {
  const tried = failuresIn(first);
  const flaky = tried.filter(({ file }) => {
    const report = again.get(file);
    return report !== undefined && report.numPassedTests > 0 && failuresIn(report).length === 0;
  });
  const failures = tried.filter((failure) => !flaky.includes(failure));
  const untrusted = flaky.length > mostFlaky ? flaky.length : 0;
  return {
    passed: first.numPassedTests + flaky.length - untrusted,
    failed: failures.length + untrusted + (isUnclean ? 1 : 0),
    flaky,
    failures,
  };
}

/** Whether Vitest's exit status is not explained by failed tests. */
export function isUncleanEnd(status: number, first: Report): boolean {
  return status !== 0 && failuresIn(first).length === 0;
}
