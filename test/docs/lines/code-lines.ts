import ts from "typescript";

/** The number of TypeScript lines that contain more than a comment. */
export function codeLines(source: string): number {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file);
    if (children.length === 0 && node.getWidth(file) > 0) {
      const [first, last] = [node.getStart(file), node.getEnd()].map(
        (at) => file.getLineAndCharacterOfPosition(at).line,
      );
      for (let line = first ?? 0; line <= (last ?? 0); line += 1) lines.add(line);
    }
    for (const child of children)
      if (child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode) visit(child);
  };
  visit(file);
  return lines.size;
}
