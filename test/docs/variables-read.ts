import ts from "typescript";

/** The names of the environment variables that a source file reads, sorted. */
export function variablesRead(source: ts.SourceFile): string[] {
  const names = new Set<string>();
  const constants = constantsOf(source);
  const environments = environmentParameters(source);
  const isEnvironment = (node: ts.Node): boolean =>
    node.getText(source) === "process.env" || (ts.isIdentifier(node) && environments.has(node.text));
  const visit = (node: ts.Node): void => {
    for (const name of namesReadBy(node, isEnvironment, constants)) names.add(name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names].sort();
}

function namesReadBy(
  node: ts.Node,
  isEnvironment: (node: ts.Node) => boolean,
  constants: ReadonlyMap<string, string>,
): readonly string[] {
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return [node.name.text];
  if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) {
    return literal(node.argumentExpression, constants);
  }
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isEnvironment(node.initializer)) {
    return ts.isObjectBindingPattern(node.name) ? node.name.elements.map(nameOf) : [];
  }
  if (!ts.isCallExpression(node)) return [];
  // An option of a command line: `.env("NAME")`.
  const isOption = ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "env";
  if (!isOption && !node.arguments.some(isEnvironment)) return [];
  return node.arguments.flatMap((argument) => literalsIn(argument));
}

function nameOf({ propertyName, name }: ts.BindingElement): string {
  return (propertyName ?? name).getText();
}

function literal(node: ts.Expression, constants: ReadonlyMap<string, string>): readonly string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  const value = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return value === undefined ? [] : [value];
}

/** The names of variables in an argument, such as `secure ? "HTTPS_PROXY" : "HTTP_PROXY"`. */
function literalsIn(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node)) return /^[A-Z][A-Z_]+$/.test(node.text) ? [node.text] : [];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

function constantsOf(source: ts.SourceFile): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined && ts.isStringLiteral(initializer))
        constants.set(name.getText(source), initializer.text);
    }
  }
  return constants;
}

/** Parameters through which an environment is passed. */
function environmentParameters(source: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) && /^env(ironment)?$/.test(node.name.getText(source)))
      found.add(node.name.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
