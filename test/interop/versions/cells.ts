/** What the table reads of vitest's JSON report. */
export interface Report {
  readonly testResults: readonly {
    /** Why no test of a file ran: for example, the servers did not start. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly duration?: number;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The flow of providers that declare one set of contracts. */
export interface Cell {
  readonly declared: string;
  readonly seconds: number;
  /** Whether the providers refused to start, as they must under a core that is too old. */
  readonly isRefused: boolean;
  /** The first step that did not pass, and why. */
  readonly failure?: string;
}

/**
 * The flows of a report, by what the providers declare. Pure.
 *
 * @param declares - of these, a flow that did not run is a failure.
 */
export function cellsOf(report: Report, declares: readonly string[]): readonly Cell[] {
  const cells = ranCellsOf(report);
  const message = report.testResults
    .map((file) => file.message ?? "")
    .join("")
    .split("\n")[0];
  const failure = ["did not run", message].filter(Boolean).join(": ");
  return declares.map(
    (declared) =>
      cells.find((cell) => cell.declared === declared) ?? { declared, seconds: 0, isRefused: false, failure },
  );
}

function ranCellsOf({ testResults }: Report): readonly Cell[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const flows = Map.groupBy(tests, ({ ancestorTitles }) => /declares ([^\s,]+)/.exec(ancestorTitles.join())?.[1] ?? "");
  return [...flows].flatMap(([declared, all]) => {
    // The tests of the other kind of core are skipped.
    const steps = all.filter(({ ancestorTitles }) => !isSkipped(ancestorTitles.join(), all));
    if (declared === "" || steps.length === 0) return [];
    const failed = steps.find(({ status }) => status !== "passed");
    const seconds = Math.round(steps.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000);
    const isRefused = steps.some(({ title }) => title.includes("refused"));
    const why = failed?.failureMessages?.[0]?.split("\n")[0] ?? failed?.status;
    return { declared, seconds, isRefused, ...(failed === undefined ? {} : { failure: `${failed.title}: ${why}` }) };
  });
}

function isSkipped(titles: string, tests: Report["testResults"][number]["assertionResults"]): boolean {
  return tests
    .filter(({ ancestorTitles }) => ancestorTitles.join() === titles)
    .every(({ status }) => status === "skipped" || status === "pending");
}
