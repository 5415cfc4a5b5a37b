import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "./code-block.ts";

/** A function or class that an entry point exports. */
export interface AuthorCall {
  readonly name: string;
  /** The file that declares it, as a path in the repository. */
  readonly file: string;
  readonly hasExample: boolean;
}

/**
 * The functions and classes that an entry point exports, including those of other Capstan packages. Omits error classes: the SDK throws
 * them, and callers recognize them by code.
 *
 * @param source - the file of the entry point, as a path in the repository.
 * @param entries - the files of all entry points, by their import names.
 */
export function authorCalls(source: string, entries: ReadonlyMap<string, string>): AuthorCall[] {
  return parsed(source)
    .statements.filter(ts.isExportDeclaration)
    .flatMap((statement) => {
      const { exportClause, moduleSpecifier, isTypeOnly } = statement;
      if (isTypeOnly || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
      const names = exportClause.elements.filter((element) => !element.isTypeOnly).map(({ name }) => name.text);
      const other = entries.get(moduleSpecifier.text);
      if (other !== undefined) return authorCalls(other, entries).filter(({ name }) => names.includes(name));
      if (!moduleSpecifier.text.startsWith(".")) return [];
      const file = path.posix.join(path.posix.dirname(source), moduleSpecifier.text);
      return names.flatMap((name) => callsIn(file, name));
    });
}

function callsIn(file: string, name: string): AuthorCall[] {
  const source = parsed(file);
  const [declaration] = source.statements.filter(
    (statement) => (ts.isFunctionDeclaration(statement) || isClass(statement)) && statement.name?.text === name,
  );
  if (declaration === undefined) return [];
  const tags = ts.getJSDocTags(declaration).map(({ tagName }) => tagName.text);
  return [{ name, file, hasExample: tags.includes("example") }];
}

function isClass(statement: ts.Statement): statement is ts.ClassDeclaration {
  return (
    ts.isClassDeclaration(statement) &&
    statement.heritageClauses?.some((clause) => /\bextends \w*Error\b/.test(clause.getText())) !== true
  );
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
}
