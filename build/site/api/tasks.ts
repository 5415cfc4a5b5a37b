import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../places.ts";

/** A task for an entry point, with the exports for it. */
export interface Task {
  readonly title: string;
  readonly names: readonly string[];
}

/**
 * The tasks of an entry point: its file lists its exports below comments that name their purpose.
 *
 * @param source - the file, as a path in the repository.
 * @throws Error there is an export above the first comment.
 */
export function tasksOf(source: string): readonly Task[] {
  const text = readFileSync(path.join(root, source), "utf8");
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.Latest, true);
  const tasks: { title: string; names: string[] }[] = [];
  for (const statement of file.statements.filter(ts.isExportDeclaration)) {
    const title = commentAbove(text, statement);
    if (title !== undefined) tasks.push({ title, names: [] });
    const task = tasks.at(-1);
    if (task === undefined) throw new Error(`${source} has exports above its first comment; say what they are for`);
    task.names.push(...namesOf(statement));
  }
  return tasks;
}

function commentAbove(text: string, { pos }: ts.Node): string | undefined {
  const lines = (ts.getLeadingCommentRanges(text, pos) ?? []).map((range) => text.slice(range.pos, range.end));
  const said = lines.filter((line) => line.startsWith("//")).map((line) => line.slice(2).trim());
  return said.length === 0 ? undefined : said.join(" ");
}

function namesOf({ exportClause }: ts.ExportDeclaration): string[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.map(({ name }) => name.text);
}
