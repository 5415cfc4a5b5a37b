import type { Cell } from "./cells.ts";

/** The flows under one pair of versions. */
export interface Row {
  /** For example `v1.14.2`. */
  readonly clusterApi: string;
  readonly kubernetes: string;
  /** The text of a cell by what the providers declare. */
  readonly cells: Readonly<Record<string, string>>;
  /** The day and the commit. */
  readonly run: string;
}

const outer = ["Cluster API", "Kubernetes"] as const;
const refused = "refused";

/** The text of each cell, by what the providers declare. Pure. */
export function shownCells(cells: readonly Cell[]): Row["cells"] {
  const text = ({ failure, isRefused, seconds }: Cell) => failure ?? (isRefused ? refused : `${seconds} s`);
  return Object.fromEntries(cells.map((cell) => [cell.declared, text(cell)]));
}

/** A Markdown table: a row for each pair of versions, the newest first; a column for each declaration. Pure. */
export function versionTable(rows: readonly Row[]): string {
  const declared = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const lines = rows
    .toSorted((a, b) => newestFirst(a.clusterApi, b.clusterApi) || newestFirst(a.kubernetes, b.kubernetes))
    .map(({ clusterApi, kubernetes, cells, run }) => [
      clusterApi,
      kubernetes,
      ...declared.map((each) => cells[each] ?? ""),
      run,
    ]);
  const table = [[...outer, ...declared, "run"], ...lines];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const shown = (line: readonly string[]) =>
    `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [header = [], ...body] = table;
  return [header, widths.map((width) => "-".repeat(width)), ...body].map(shown).join("\n");
}

/** The rows of a table. Pure. */
export function rowsOf(table: string): Row[] {
  const [header = [], , ...lines] = table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((text) => text.trim()),
    );
  const declared = header.slice(outer.length, -1);
  return lines.map(([clusterApi = "", kubernetes = "", ...rest]) => ({
    clusterApi,
    kubernetes,
    cells: Object.fromEntries(declared.map((each, index) => [each, rest[index] ?? ""])),
    run: rest.at(-1) ?? "",
  }));
}

/** The rows of a table after a run: those of the run replace those of the same versions. Pure. */
export function withRows(before: readonly Row[], run: readonly Row[]): readonly Row[] {
  const kept = before.filter(
    (row) => !run.some(({ clusterApi, kubernetes }) => row.clusterApi === clusterApi && row.kubernetes === kubernetes),
  );
  return [...kept, ...run];
}

/** The oldest and newest minor versions of the rows whose flows all passed, such as 1.33 and 1.36. Pure. */
export function supported(rows: readonly Row[], of: "clusterApi" | "kubernetes"): readonly [string, string] {
  const passed = rows.filter(({ cells }) => Object.values(cells).every((text) => /^\d+ s$/.test(text)));
  const sorted = passed.map((row) => row[of]).toSorted(newestFirst);
  const minor = (version = "") => version.split(".").slice(0, 2).join(".").replace("v", "");
  return [minor(sorted.at(-1)), minor(sorted[0])];
}

/**
 * The pairs of versions that a run tests: every core under the newest Kubernetes, and every Kubernetes under the newest core. Pure.
 *
 * @param cores - versions, such as `v1.14.2`, in any order.
 */
export function pairsOf(cores: readonly string[], servers: readonly string[]): (readonly [string, string])[] {
  const [newestCore] = cores.toSorted(newestFirst);
  const [newestServer] = servers.toSorted(newestFirst);
  const all = cores.flatMap((core) => servers.map((server) => [core, server] as const));
  return all.filter(([core, server]) => core === newestCore || server === newestServer);
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, "en", { numeric: true });
}
