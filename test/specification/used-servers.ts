import ts from "typescript";

/** Functions that start an embedded API server, and names of objects that run on one. */
const starters = /^(ApiServer|TestEnvironment|ScriptedServer|DemoProcess|ManagerProcess|startCluster|startScene)$/;

/** Modules by which the tests of a package start their server. */
const scenes = /\/(scene|[\w-]+-scene|scene\/(played-providers|sets))\.ts$/;

/**
 * Whether a test starts or uses an API server: follows its names through the declarations of its file. A test without a server may be in
 * the same file as others with one.
 */
export function usesServer(test: ts.Node, source: ts.SourceFile): boolean {
  const declarations = declarationsOf(source);
  const seen = new Set<string>();
  const waiting: ts.Node[] = [test];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const name of namesIn(node)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (starters.test(name)) return true;
      for (const declaration of declarations.get(name) ?? []) {
        if (ts.isImportDeclaration(declaration) && isScene(declaration)) return true;
        waiting.push(declaration);
      }
    }
  }
  return false;
}

function isScene({ moduleSpecifier }: ts.ImportDeclaration): boolean {
  return ts.isStringLiteral(moduleSpecifier) && scenes.test(moduleSpecifier.text);
}

function namesIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each)) names.push(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** By name: its functions, variables and classes, and the import that provides it. */
function declarationsOf(source: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> {
  const found = new Map<string, ts.Node[]>();
  const add = (name: ts.Node | undefined, declaration: ts.Node): void => {
    for (const text of name === undefined ? [] : namesIn(name))
      found.set(text, [...(found.get(text) ?? []), declaration]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isClassDeclaration(node))
      add(node.name, node);
    if (ts.isImportDeclaration(node)) add(node.importClause, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
