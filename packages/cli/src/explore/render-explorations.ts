import { type ExplorationReport, findingsText } from "@capstan/testkit/exploration";
import { seconds, withFirstColumn } from "../terminal/columns.ts";

/** Formats the reports for people: a line for each exploration, and then the changes that are not followed. */
export function renderExplorations(reports: readonly ExplorationReport[]): string {
  const lines = withFirstColumn(
    reports.map(({ exploration, changes, refused, findings, durationMs }) => [
      exploration,
      `${changes.length} changes${refused === 0 ? "" : ` (${refused} refused)`}`,
      `${findings.length} not followed`,
      seconds(durationMs),
    ]),
  );
  const found = reports.filter(({ findings }) => findings.length > 0);
  return [...lines, ...found.flatMap((report) => ["", findingsText(report)])].join("\n");
}
