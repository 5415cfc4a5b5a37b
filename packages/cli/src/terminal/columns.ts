/** Aligns rows: the first column is as wide as its widest cell. */
export function withFirstColumn(rows: readonly (readonly [first: string, ...others: string[]])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, ...others]) => [first.padEnd(width), ...others].join("  "));
}

/** `12.3 s`, from milliseconds. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
