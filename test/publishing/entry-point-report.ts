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
 * The exports of an entry point, sorted and without comments, from the type declarations of its package.
 * @param declarations - the entry point's .d.ts file.
 */
export function entryPointReport(program: ts.Program, folder: string, declarations: string): EntryPointReport {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${declarations} exports nothing.`);
  const own = new Map<ts.Symbol, string>();
  const exported: string[] = [];
  for (const symbol of byName(checker.getExportsOfModule(module))) {
    const target = resolved(symbol, checker);
    const origin = originOf(target, folder);
    if (origin === undefined) {
      own.set(target, symbol.name);
      exported.push(textOf(target, symbol.name));
    } else exported.push(`export { ${symbol.name} } from "${origin}";`);
  }
  const implied = new Set<ts.Symbol>();
  const queue = [...own.keys()];
  for (const symbol of queue) {
    for (const reference of referencesOf(symbol, checker)) {
      if (own.has(reference) || implied.has(reference) || originOf(reference, folder) !== undefined) continue;
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
    return printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile());
  });
  const alias = name === symbol.name ? [] : [`export { ${symbol.name} as ${name} };`];
  return [...new Set(strings), ...alias].join("\n").replaceAll(/^(export )?(declare )?/gm, "");
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
