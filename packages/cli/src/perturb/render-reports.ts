import { divergenceText, type PerturbationReport } from "@capstan/testkit/perturbation";
import { seconds, withFirstColumn } from "../terminal/columns.ts";

/** Formats the reports for people: a line for each scenario, and then the runs with a different result. */
export function renderReports(
  reports: readonly PerturbationReport[],
  { command, list }: { readonly command: string; readonly list: boolean },
): string {
  if (list)
    return reports
      .flatMap(({ scenario, points }) => [`${scenario}:`, ...points.map((point) => `  ${point}`)])
      .join("\n");
  const lines = withFirstColumn(
    reports.map(({ scenario, points, runs, notReached, divergences, durationMs }) => [
      scenario,
      `${points.length} points`,
      `${runs} runs${notReached === 0 ? "" : ` (${notReached} ended before)`}`,
      `${divergences.length} divergences`,
      seconds(durationMs),
    ]),
  );
  const found = reports.filter(({ divergences }) => divergences.length > 0);
  return [...lines, ...found.flatMap((report) => ["", divergenceText(report, command)])].join("\n");
}
