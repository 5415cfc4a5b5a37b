import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { entrySources } from "../../build/declarations.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A name that a package exports, and its symbol. */
export interface PublicName {
  /** The entry point: `@capstan/runtime/testing`. */
  readonly entry: string;
  /** The folder of the package in `packages/`. */
  readonly folder: string;
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/** All exports of the packages, with the compiler's type information. */
export function publicNames(): { readonly names: readonly PublicName[]; readonly checker: ts.TypeChecker } {
  const entries = globSync("packages/*/package.json", { cwd: root }).flatMap((file) => {
    const folder = path.dirname(path.join(root, file));
    const { name } = JSON.parse(readFileSync(path.join(root, file), "utf8")) as { name: string };
    return [...entrySources(folder)].map(([subpath, source]) => ({
      entry: path.posix.join(name, subpath),
      folder: path.basename(folder),
      source,
    }));
  });
  const program = ts.createProgram(
    entries.map(({ source }) => source),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const names = entries.flatMap(({ entry, folder, source }) => {
    const file = program.getSourceFile(source);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${source} exports nothing.`);
    return checker
      .getExportsOfModule(module)
      .map((symbol) => ({ entry, folder, name: symbol.name, symbol: resolved(symbol, checker) }));
  });
  return { names, checker };
}

/** The target of an alias. */
export function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The location of a symbol's declaration: `packages/kube/src/keys/object-key.ts: ObjectKey`. */
export function declaredAt(symbol: ts.Symbol): string {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  return `${path.relative(root, file)}: ${symbol.name}`;
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

const imports = /\b(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)"/g;

/** The names that files outside a package import from each entry point: `@capstan/kube#deepCopy` → its importers. */
export function importersOf(): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const files = globSync(["{packages,examples}/*/**/*.{ts,mjs}", "{test,build}/**/*.ts"], {
    cwd: root,
    exclude: (entry) => ["node_modules", "dist"].includes(path.basename(entry)),
  });
  for (const file of files) {
    for (const [, list = "", from = ""] of readFileSync(path.join(root, file), "utf8").matchAll(imports)) {
      for (const item of list.split(",")) {
        const [name = ""] = item
          .trim()
          .replace(/^type /, "")
          .split(" ");
        const key = `${from}#${name}`;
        importers.set(key, [...(importers.get(key) ?? []), file]);
      }
    }
  }
  return importers;
}

/** The documentation of a package for authors: its README; for the two packages that they install, the documentation pages as well. */
export function documentationOf(folder: string): string {
  const pages = ["provider", "testkit"].includes(folder) ? ["README.md", ...globSync("docs/*.md", { cwd: root })] : [];
  return [`packages/${folder}/README.md`, ...pages]
    .map((page) => readFileSync(path.join(root, page), "utf8"))
    .join("\n");
}

/** The symbols in the declarations of others: their parameters, results, base types and members, but not their implementations. */
export function impliedBy(symbols: Iterable<ts.Symbol>, checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const reached = new Set<ts.Symbol>();
  const visit = (node: ts.Node, self: ts.Symbol): void => {
    if (ts.isBlock(node)) return;
    const found = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const target = found && resolved(found, checker);
    if (target !== undefined && target !== self && isOurs(target)) reached.add(target);
    ts.forEachChild(node, (child) => {
      visit(child, self);
    });
  };
  for (const symbol of symbols)
    symbol.declarations?.forEach((declaration) => {
      visit(declaration, symbol);
    });
  // A Set is iterated in insertion order, including items added on the way.
  for (const symbol of reached)
    symbol.declarations?.forEach((declaration) => {
      visit(declaration, symbol);
    });
  return reached;
}

function isOurs(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    if (ts.isSourceFile(declaration) || declaration.getSourceFile().isDeclarationFile) return false;
    return ts.isSourceFile(statementOf(declaration).parent);
  });
}

function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}
