/** A list in JSON, one element a line: generated files are data, which Prettier skips (.prettierignore). */
export function listOf(elements: readonly unknown[], indent = ""): string {
  return linesOf(
    "[",
    elements.map((element) => JSON.stringify(element)),
    `${indent}]`,
    indent,
  );
}

/** An object in JSON, one member a line; the values are in JSON. */
export function objectOf(members: Readonly<Record<string, string>>, indent = ""): string {
  return linesOf(
    "{",
    Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${value}`),
    `${indent}}`,
    indent,
  );
}

function linesOf(start: string, lines: readonly string[], end: string, indent: string): string {
  return `${start}\n${lines.map((line) => `${indent}  ${line}`).join(",\n")}\n${end}`;
}
