/** A list in TypeScript, one element a line: generated files are data, which Prettier skips (.prettierignore). */
export function listOf(elements: readonly unknown[]): string {
  return linesOf(
    "[",
    elements.map((element) => JSON.stringify(element)),
    "]",
  );
}

/** An object in TypeScript, one member a line. */
export function objectOf(members: Readonly<Record<string, unknown>>): string {
  return linesOf(
    "{",
    Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    "}",
  );
}

function linesOf(start: string, lines: readonly string[], end: string): string {
  return [start, ...lines.map((line) => `  ${line},`), end].join("\n");
}
