import { divergenceText, type PerturbationReport } from "@capstan/testkit/perturbation";

/** For a person: a line for each scenario, and then what came to another end. */
export function renderReports(
  reports: readonly PerturbationReport[],
  { module, list }: { readonly module: string; readonly list: boolean },
): string {
  if (list)
    return reports
      .flatMap(({ scenario, points }) => [`${scenario}:`, ...points.map((point) => `  ${point}`)])
      .join("\n");
  const width = Math.max(...reports.map(({ scenario }) => scenario.length));
  const lines = reports.map(({ scenario, points, runs, notReached, divergences, durationMs }) =>
    [
      scenario.padEnd(width),
      `${points.length} points`,
      `${runs} runs${notReached === 0 ? "" : ` (${notReached} ended before)`}`,
      `${divergences.length} divergences`,
      `${(durationMs / 1_000).toFixed(1)} s`,
    ].join("  "),
  );
  const found = reports.filter(({ divergences }) => divergences.length > 0);
  return [...lines, ...found.flatMap((report) => ["", divergenceText(report, `capstan perturb ${module}`)])].join("\n");
}
