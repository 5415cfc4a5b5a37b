import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Row, rowsOf, supported, versionTable, withRows } from "./version-table.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const page = path.join(root, "docs/versions.md");
const readme = path.join(root, "README.md");
const block = /(<!-- versions -->\n\n)([\s\S]*?)(\n\n<!-- \/versions -->)/;

/** The rows of README.md's table of versions that the flows show, by their first column. */
const shownRows = {
  "Cluster API on the management cluster": "clusterApi",
  "Kubernetes, as in our tests on the real API server": "kubernetes",
} as const;

/** The rows of the table in docs/versions.md. */
export function writtenRows(): readonly Row[] {
  const table = block.exec(readFileSync(page, "utf8"))?.[2] ?? "";
  return table === "" ? [] : rowsOf(table);
}

/** Writes the rows of a run into the table in docs/versions.md, and the oldest and newest versions into README.md. */
export function writeRows(run: readonly Row[]): void {
  const rows = withRows(writtenRows(), run);
  replace(page, () => versionTable(rows));
  replace(readme, (table) =>
    table
      .split("\n")
      .map((line) => withVersions(line, rows))
      .join("\n"),
  );
}

/** A line of README.md's table with the oldest and newest versions of the rows; other lines are unchanged. Pure. */
function withVersions(line: string, rows: readonly Row[]): string {
  const cells = line.split("|");
  const of = Object.entries(shownRows).find(([product]) => product === cells[1]?.trim())?.[1];
  if (of === undefined) return line;
  const versions = supported(rows, of);
  return cells.map((cell, index) => (index < 2 ? cell : padded(versions[index - 2], cell))).join("|");
}

function padded(version: string | undefined, cell: string): string {
  return version === undefined ? cell : ` ${version} `.padEnd(cell.length);
}

function replace(file: string, write: (table: string) => string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(block, (_, before: string, table: string, after: string) => `${before}${write(table)}${after}`),
  );
}
