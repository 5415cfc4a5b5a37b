/** Columns of equal width, except the last. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((text, column) => text.padEnd(column === row.length - 1 ? 0 : (widths[column] ?? 0))),
  );
  return lines.map((line) => line.join("  ").trimEnd()).join("\n");
}
