import type { KnownDifference } from "./known-differences.ts";
import type { Outcome, Results } from "./test-results.ts";

/** A test that passes on the real server but not on the embedded one. */
interface Difference {
  readonly package: string;
  readonly test: string;
  /** Its result on the embedded server; `missing` if it did not run. */
  readonly here: Outcome | "missing";
  readonly message?: string;
  /** The reason, if known. */
  readonly reason?: string;
}

/** One package on both servers. */
export interface Comparison {
  readonly package: string;
  readonly real: Counts;
  readonly here: Counts;
  /** The number of tests that pass on both servers. */
  readonly both: number;
  readonly differences: readonly Difference[];
  /** Tests with a known difference that pass on both servers. */
  readonly outdated: readonly string[];
}

type Counts = Readonly<Record<Outcome, number>>;

/** Compares the test results of a package. */
export function compared(
  name: string,
  runs: { readonly real: Results; readonly here: Results },
  known: readonly KnownDifference[],
): Comparison {
  const ofPackage = known.filter((each) => each.package === name);
  const passing = [...runs.real].filter(([, { outcome }]) => outcome === "passed").map(([test]) => test);
  const differences = passing.flatMap((test): Difference[] => {
    const result = runs.here.get(test);
    if (result?.outcome === "passed") return [];
    const reason = ofPackage.find((each) => each.test === test)?.reason;
    return [
      {
        package: name,
        test,
        here: result?.outcome ?? "missing",
        ...(result?.message === undefined ? {} : { message: result.message }),
        ...(reason === undefined ? {} : { reason }),
      },
    ];
  });
  const outdated = ofPackage.map(({ test }) => test).filter((test) => !differences.some((each) => each.test === test));
  return {
    package: name,
    real: countsOf(runs.real),
    here: countsOf(runs.here),
    both: passing.length - differences.length,
    differences,
    outdated,
  };
}

/** The problems that make the comparison fail. */
export function complaintsIn(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(({ package: name, real, differences, outdated }) => [
    // A suite that cannot start on the real server does not test the embedded one.
    ...(real.passed === 0 ? [`${name}: nothing passes on the real server`] : []),
    ...differences
      .filter(({ reason }) => reason === undefined)
      .map(({ test, here, message = "" }) => [`${name}: ${test}: ${here}`, ...indented(message)].join("\n")),
    ...outdated.map((test) => `${name}: ${test}: passes here; remove it from known-differences.ts`),
  ]);
}

function countsOf(results: Results): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results.values()) counts[outcome] += 1;
  return counts;
}

function indented(message: string): string[] {
  return message
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`);
}
