import { createHash } from "node:crypto";
import path from "node:path";
import ts from "typescript";

/** The public API of one entry point. */
export interface EntryPointReport {
  /** Declarations by exported name, and re-exports of other packages. */
  readonly exported: readonly string[];
  /** Declarations that the exported ones refer to, but that cannot be imported by name. */
  readonly implied: readonly string[];
}

const printer = ts.createPrinter({ removeComments: true });

/**
 * The exports of the entry points of a package, sorted and without comments, from its type declarations. A type that several of
 * them refer to is in one report.
 * @param declarations - the .d.ts files of the entry points.
 */
export function entryPointReports(
  program: ts.Program,
  folder: string,
  declarations: readonly string[],
): readonly EntryPointReport[] {
  const checker = program.getTypeChecker();
  const modules = declarations.map((file) => exportsOf(file, program));
  const listed = new Set(modules.flat().map((symbol) => resolved(symbol, checker)));
  return modules.map((symbols) => reportOn(symbols, folder, checker, listed));
}

function exportsOf(declarations: string, program: ts.Program): readonly ts.Symbol[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${declarations} exports nothing.`);
  return checker.getExportsOfModule(module);
}

/** @param listed - what the report on another entry point has; what this one refers to is added. */
function reportOn(
  symbols: readonly ts.Symbol[],
  folder: string,
  checker: ts.TypeChecker,
  listed: Set<ts.Symbol>,
): EntryPointReport {
  const own = new Set<ts.Symbol>();
  const exported: string[] = [];
  for (const symbol of byName(symbols)) {
    const target = resolved(symbol, checker);
    const origin = originOf(target, folder);
    if (origin === undefined) {
      own.add(target);
      exported.push(textOf(target, symbol.name));
    } else exported.push(`export { ${symbol.name} } from "${origin}";`);
  }
  const implied = new Set<ts.Symbol>();
  const queue = [...own];
  for (const symbol of queue) {
    for (const reference of referencesOf(symbol, checker)) {
      if (listed.has(reference) || originOf(reference, folder) !== undefined) continue;
      listed.add(reference);
      implied.add(reference);
      queue.push(reference);
    }
  }
  return { exported, implied: byName([...implied]).map((symbol) => textOf(symbol, symbol.name)) };
}

function byName(symbols: readonly ts.Symbol[]): ts.Symbol[] {
  return symbols.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The package that a symbol comes from; undefined for the package itself. */
function originOf(symbol: ts.Symbol, folder: string): string | undefined {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  if (file.startsWith(path.join(folder, "dist") + path.sep)) return undefined;
  const sibling = /\/packages\/([^/]+)\/dist\//.exec(file)?.[1];
  if (sibling !== undefined) return `@capstan/${sibling}`;
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;
}

/** A standalone declaration: for a variable, its whole statement. */
function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

function textOf(symbol: ts.Symbol, name: string): string {
  const strings = (symbol.declarations ?? []).map((declaration) => {
    const node = withoutPrivateMembers(statementOf(declaration));
    return printed(withDigests(node, declaration.getSourceFile()), declaration.getSourceFile());
  });
  const alias = name === symbol.name ? [] : [`export { ${symbol.name} as ${name} };`];
  return [...new Set(strings), ...alias].join("\n").replaceAll(/^(export )?(declare )?/gm, "");
}

function printed(node: ts.Node, file: ts.SourceFile): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, file);
}

/** The most lines of an object type within another one. */
const mostLines = 5;

/**
 * The declaration with a digest in place of each longer object type within another: these are types that the compiler derives from a
 * schema, and prints whole wherever they are used. A change of a field changes the digest.
 */
function withDigests(declaration: ts.Node, file: ts.SourceFile): ts.Node {
  const visited = (node: ts.Node, isInside: boolean, context: ts.TransformationContext): ts.Node => {
    const text = isInside && ts.isTypeLiteralNode(node) ? printed(node, file) : "";
    if (text.split("\n").length > mostLines) {
      const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
      return ts.factory.createTypeReferenceNode(`{ …${digest} }`);
    }
    const isObject = ts.isTypeLiteralNode(node) || ts.isClassLike(node) || ts.isInterfaceDeclaration(node);
    return ts.visitEachChild(node, (child) => visited(child, isInside || isObject, context), context);
  };
  const { transformed } = ts.transform(declaration, [(context) => (node) => visited(node, false, context)]);
  return transformed[0] ?? declaration;
}

function withoutPrivateMembers(node: ts.Node): ts.Node {
  if (!ts.isClassDeclaration(node)) return node;
  const members = node.members.filter(
    (member) =>
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0 &&
      !(member.name !== undefined && ts.isPrivateIdentifier(member.name)),
  );
  return ts.factory.updateClassDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    members,
  );
}

/** The top-level declarations of modules that a symbol's declarations refer to. */
function referencesOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    const reference = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const target = reference && resolved(reference, checker);
    if (target?.declarations?.some((declaration) => isTopLevel(declaration)) === true) found.add(target);
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) {
    const node = statementOf(declaration);
    ts.forEachChild(ts.isClassDeclaration(node) ? withoutPrivateMembers(node) : node, visit);
  }
  return [...found];
}

function isTopLevel(declaration: ts.Declaration): boolean {
  return !ts.isSourceFile(declaration) && ts.isSourceFile(statementOf(declaration).parent);
}
