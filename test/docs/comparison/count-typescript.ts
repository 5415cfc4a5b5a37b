import ts from "typescript";
import { codeLines } from "../lines/code-lines.ts";
import { type Counted, countManifests, type ProviderFile } from "./counted.ts";

/** The lines that the author of a provider wrote with Capstan. */
export function countTypeScript(files: readonly ProviderFile[]): Counted {
  const sources = files.filter(({ path }) => path.startsWith("src/") && path.endsWith(".ts"));
  const manifests = files.filter(({ path }) => /^manifests\/.*\.ya?ml$/.test(path));
  const names = new Set(sources.flatMap(({ path, text }) => frameworkNames(path, text)));
  return {
    sourceFiles: sources.length,
    sourceLines: sources.reduce((sum, { text }) => sum + codeLines(text), 0),
    ...countManifests(manifests),
    names: [...names].sort(),
  };
}

/** Imported names, their members, outcomes, fields of the scope, and members that the SDK calls. */
function frameworkNames(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imported = new Set(file.statements.filter(ts.isImportDeclaration).flatMap(importedNames));
  const found = new Set(imported);
  const visit = (node: ts.Node): void => {
    for (const name of namesOf(node, imported)) found.add(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

function importedNames({ moduleSpecifier, importClause }: ts.ImportDeclaration): string[] {
  const isOurs = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith("@capstan/");
  const bindings = importClause?.namedBindings;
  if (!isOurs || bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name }) => name.text);
}

function namesOf(node: ts.Node, imported: ReadonlySet<string>): readonly string[] {
  if (ts.isPropertyAccessExpression(node)) {
    const of = node.expression.getText();
    return imported.has(of) || of === "this.outcome" ? [`${of}.${node.name.text}`] : [];
  }
  if (ts.isParameter(node)) return scopeFields(node);
  const isMember = ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node);
  if (!isMember || !isOfReconciler(node.parent)) return [];
  const name = node.name.getText();
  const isCalled = name === "definition" || /^(reconcile|delete|refresh)[A-Z]/.test(name);
  const isOverride = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword) === true;
  return isCalled || isOverride ? [`reconciler.${name}`] : [];
}

function isOfReconciler(node: ts.Node): boolean {
  return (
    ts.isClassDeclaration(node) &&
    node.heritageClauses?.some((clause) => clause.getText().includes("Reconciler<")) === true
  );
}

/** `{ object, bootstrapData }: this["Scope"]`. */
function scopeFields({ name, type }: ts.ParameterDeclaration): readonly string[] {
  if (type?.getText().includes("Scope") !== true || !ts.isObjectBindingPattern(name)) return [];
  return name.elements.map((element) => `scope.${(element.propertyName ?? element.name).getText()}`);
}
