/** What the tables read of vitest's JSON report. */
export interface Report {
  readonly testResults: readonly {
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
  /** The first step that did not pass, and why. */
  readonly failure?: string;
}

/** The flows of a report, by what the providers declare. Pure. */
export function cellsOf({ testResults }: Report): readonly Cell[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const byTitle = Map.groupBy(tests, ({ ancestorTitles: [title = ""] }) => title);
  return [...byTitle].map(([title, steps]) => {
    const failed = steps.find(({ status }) => status !== "passed");
    const seconds = Math.round(steps.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000);
    const why = failed?.failureMessages?.[0]?.split("\n")[0] ?? failed?.status;
    const declared = /declares (\S+),/.exec(title)?.[1] ?? title;
    return { declared, seconds, ...(failed === undefined ? {} : { failure: `${failed.title}: ${why}` }) };
  });
}

/** A Markdown table: a row for each pair of versions, a column for each declaration. Pure. */
export function versionTable(rows: readonly { readonly versions: string; readonly cells: readonly Cell[] }[]): string {
  const declarations = [...new Set(rows.flatMap(({ cells }) => cells.map(({ declared }) => declared)))];
  const line = (columns: readonly string[]) => `| ${columns.join(" | ")} |`;
  const shown = ({ seconds, failure }: Cell) => failure ?? `${seconds} s`;
  return [
    line(["versions", ...declarations]),
    line(["versions", ...declarations].map(() => "---")),
    ...rows.map(({ versions, cells }) =>
      line([
        versions,
        ...declarations.map((declared) => {
          const cell = cells.find((each) => each.declared === declared);
          return cell === undefined ? "did not run" : shown(cell);
        }),
      ]),
    ),
  ].join("\n");
}
